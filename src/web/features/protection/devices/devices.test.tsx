import { within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { refused } from '#web/testing/fake-api.ts';
import { renderAt, type Rendered } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';
import type { Device } from '#web/widgets/device/devices.ts';

const [here, there] = fullReplies().listDevices.data as [Device, Device];
const chrome: Device = {
  ...there,
  name: 'Chrome',
  os: 'Linux',
  osVersion: '',
  location: { country: '', region: '', city: '' },
  address: '127.0.*.*',
};
const first = { ...chrome, id: 'one', firstSeenAt: '2026-03-01T05:40:00.000Z' };
const second = { ...chrome, id: 'two', firstSeenAt: '2026-03-02T06:50:00.000Z' };

function open(devices: readonly Device[]): Promise<Rendered> {
  const listDevices = { data: [here, ...devices] };
  return renderAt('/device', { account: fullAccount(), replies: { ...fullReplies(), listDevices, unbindDevice: { data: {} } } });
}

describe('the list of devices', () => {
  it('says of a network only in an opened device', async () => {
    const { page, user, t } = await open([chrome]);
    await user.click(await page.findByRole('button', { name: new RegExp(t('dv.browser', { browser: 'Chrome', os: 'Linux' })) }));
    const sheet = await page.findByRole('dialog');
    expect(sheet.textContent).toContain(t('dv.network', { address: '127.0.*.*' }));
    expect(
      page
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
        .join(''),
    ).not.toContain('127.0');
    expect(page.getByRole('link', { name: t('wy.btn') }).getAttribute('href')).toBe('/freeze');
  });

  it('ends one of two namesakes at once, which stays as a line without an act', async () => {
    const { page, user, t, api } = await open([first, second]);
    const name = new RegExp(t('dv.browser', { browser: 'Chrome', os: 'Linux' }));
    const [, other] = await page.findAllByRole('button', { name });
    if (other === undefined) throw new Error('one row');
    await user.click(other);
    // The key that has opened the sheet ends nothing.
    expect(document.activeElement?.tagName).toBe('H2');
    await user.click(page.getByRole('button', { name: t('dv.end') }));
    expect(await page.findByText(t('dv.ended'), { selector: 'li *' })).toBeTruthy();
    expect(page.getAllByRole('button', { name })).toHaveLength(1);
    expect(api.made.filter(({ name: call }) => call === 'unbindDevice').map(({ body }) => body)).toEqual([{ id: 'two' }]);
  });

  it('asks who is there before one is ended', async () => {
    const replies = {
      listDevices: { data: [here, first] },
      unbindDevice: refused('verificationNeeded', { methods: [{ method: 'password', target: '' }] }),
    };
    const { page, user, t, api } = await renderAt('/device', { account: fullAccount(), replies: { ...fullReplies(), ...replies } });
    await user.click(await page.findByRole('button', { name: new RegExp(t('dv.browser', { browser: 'Chrome', os: 'Linux' })) }));
    await user.click(page.getByRole('button', { name: t('dv.end') }));
    await page.findByRole('dialog', { name: t('vf.h') });
    expect(api.made.filter(({ name: call }) => call === 'unbindDevice')).toHaveLength(1);
    expect(page.queryByText(t('dv.ended'), { selector: 'li *' })).toBeNull();
  });

  it('opens the device that the address names, and none that is gone', async () => {
    const replies = { ...fullReplies(), listDevices: { data: [here, first, second] } };
    const { page, t } = await renderAt('/device?device=two', { account: fullAccount(), replies });
    expect(await page.findByRole('dialog', { name: t('dv.browser', { browser: 'Chrome', os: 'Linux' }) })).toBeTruthy();
    await renderAt('/device?device=gone', { account: fullAccount(), replies });
    await page.findByText(t('dv.this'));
    expect(page.queryByRole('dialog')).toBeNull();
  });

  it('has no end for this browser, and names the programs of a computer', async () => {
    const listPrograms = {
      data: [
        {
          clientID: 'mail',
          name: { zh_CN: '邮件', en_US: 'Mail' },
          icon: '',
          scopes: [],
          devices: [{ id: here.id, name: '', lastUsedAt: here.lastSeenAt }],
        },
      ],
    };
    const { page, user, t } = await renderAt('/device', { account: fullAccount(), replies: { ...fullReplies(), listPrograms } });
    await user.click(await page.findByRole('button', { name: new RegExp(t('dv.this')) }));
    expect(await within(await page.findByRole('dialog')).findByText('Mail')).toBeTruthy();
    expect(page.queryByRole('button', { name: t('dv.end') })).toBeNull();
  });
});
