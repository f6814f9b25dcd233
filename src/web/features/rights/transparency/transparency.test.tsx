import { expect, it } from 'vitest';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';

const message = fullReplies().listMessages.data.items[0];

function open(path: string, replies: object = {}) {
  return renderAt(path, { account: fullAccount(), replies: { ...fullReplies(), ...replies } });
}

it('lists what was sent, to whom, and what became of it; and what staff did and why', async () => {
  const items = [message, { ...message, id: 'n', channel: 'sms', target: '138****6021', reference: '', state: 'failed' }];
  const { page, t } = await open('/mobile-transparency', { listMessages: { data: { items, next: '' } } });
  expect(await page.findByText(t('tp.to.email', { target: 'li•••@example.com' }))).toBeTruthy();
  expect(page.getByText('7K2Q-9DMX')).toBeTruthy();
  expect(page.getByText(t('tp.to.sms', { target: '138 •••• 6021' }))).toBeTruthy();
  expect(page.getAllByText(t('tp.s.failed'))).toHaveLength(1);
  expect(await page.findByText(t('tp.a.operator.looked'))).toBeTruthy();
  expect(page.getByText(t('tp.case', { number: 'CASE-4711' }))).toBeTruthy();
  expect(page.getByText(t('tp.reason', { reason: t('tp.r.asked') }))).toBeTruthy();
  expect(page.getByText(t('tp.agent', { agent: 'K4' }))).toBeTruthy();
});

it('says of a reference whether the mail is ours', async () => {
  let known = true;
  const { page, user, t, api } = await open('/pc-transparency', {
    checkMessage: () => ({ data: known ? { known, title: 'New passkey', at: new Date().toISOString() } : { known, title: '', at: '' } }),
  });
  const check = async () => user.click(page.getByRole('button', { name: t('tp.check.btn') }));
  await user.type(await page.findByLabelText(t('tp.check.label')), ' 7k2q9dmx ');
  await check();
  expect(await page.findByText(/New passkey/)).toBeTruthy();
  known = false;
  await user.type(page.getByLabelText(t('tp.check.label')), 'w');
  await check();
  expect(await page.findByText(t('tp.check.no'))).toBeTruthy();
  expect(api.made.filter(({ name }) => name === 'checkMessage')).toMatchObject([
    { body: { reference: '7k2q9dmx' } },
    { body: { reference: '7k2q9dmx w' } },
  ]);
});
