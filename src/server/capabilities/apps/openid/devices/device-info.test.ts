// @one-database
import { expect, it } from 'vitest';
import { deviceInfo } from './device-info.ts';

it('cuts what a device says about itself between characters', () => {
  for (const text of ['😀'.repeat(99), `a${'😀'.repeat(99)}`]) {
    const info = deviceInfo({ device_name: text, device_model: text, os: text, os_version: text, hardware_id: text }, '203.0.113.7');
    for (const kept of Object.values(info)) expect([kept, kept.isWellFormed()]).toEqual([kept, true]);
    expect(info.name).toMatch(/😀$/u);
  }
});
