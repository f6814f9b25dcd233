/// <reference types="vite/types/importMeta.d.ts" />
import { expect, it } from 'vitest';

const sources = import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default', eager: true });

it('is the only place of a new password, so that every form that sets one names the person to password managers', () => {
  const places = Object.entries(sources).filter(([, source]) => /autoComplete="new-password"/.test(source));
  expect(places.map(([path]) => path)).toEqual(['./new-password-pair.tsx']);
});
