import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { momentText } from '#web/lib/texts/time-text.ts';
import { refused } from '#web/testing/fake-api.ts';
import { renderAt, type Rendered } from '#web/testing/render-at.ts';
import { emptyReplies, fullAccount, fullReplies } from '#web/testing/samples.ts';
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
  it('labels a network, where no place is known', async () => {
    const { page, t } = await open([first]);
    expect(await page.findByText(t('dv.network', { address: '127.0.*.*' }))).toBeTruthy();
    expect(page.queryByText(/Signed in/)).toBeNull();
  });

  it('distinguishes two sign-ins of one browser by their time, also in the question', async () => {
    const { page, user, t } = await open([first, second]);
    const since = [first, second].map(({ firstSeenAt }) => t('dv.since', { time: momentText(firstSeenAt, 'en_US') }));
    for (const text of since) expect(await page.findByText(text)).toBeTruthy();
    const name = t('dv.namesake', { device: t('dv.browser', { browser: 'Chrome', os: 'Linux' }), since: since[1] ?? '' });
    await user.click(page.getByRole('button', { name: t('dv.removeOne', { device: name }) }));
    await page.findByRole('alertdialog', { name: t('dv.remove.h', { device: name }) });
    await user.click(page.getByRole('button', { name: t('dv.remove') }));
    await waitFor(() => expect(page.queryByText(since[1] ?? '')).toBeNull());
    await waitFor(() => expect(page.queryByText(since[0] ?? '')).toBeNull());
    expect(
      page.getByRole('button', { name: t('dv.removeOne', { device: t('dv.browser', { browser: 'Chrome', os: 'Linux' }) }) }),
    ).toBeTruthy();
  });

  it('asks who is there before one is removed', async () => {
    const replies = {
      listDevices: { data: [here, first] },
      unbindDevice: refused('verificationNeeded', { methods: [{ method: 'password', target: '' }] }),
    };
    const { page, user, t, api } = await renderAt('/device', { account: fullAccount(), replies: { ...fullReplies(), ...replies } });
    const name = t('dv.browser', { browser: 'Chrome', os: 'Linux' });
    await user.click(await page.findByRole('button', { name: t('dv.removeOne', { device: name }) }));
    await page.findByRole('alertdialog', { name: t('dv.remove.h', { device: name }) });
    await user.click(page.getByRole('button', { name: t('dv.remove') }));
    await page.findByRole('dialog', { name: t('vf.h') });
    expect(api.made.filter(({ name: call }) => call === 'unbindDevice')).toHaveLength(1);
    expect(page.getByText(name)).toBeTruthy();
  });

  it('says of one device alone that there is no other', async () => {
    const { page, t } = await renderAt('/device', { account: fullAccount(), replies: { ...fullReplies(), ...emptyReplies } });
    expect(await page.findByText(t('dv.empty.h'))).toBeTruthy();
    expect(t('dv.empty.h')).toBe('No other devices');
  });
});
