import { waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';
import type { Message } from './transparency.ts';

const [message] = fullReplies().listMessages.data.items as unknown as readonly [Message];

function open(path: string, replies: object = {}) {
  return renderAt(path, { account: fullAccount(), replies: { ...fullReplies(), ...replies } });
}

it('has one row for an event with its channels, and staff first', async () => {
  const at = Date.parse(message.at);
  const later = (ms: number) => new Date(at - ms).toISOString();
  const items = [
    message,
    { ...message, id: 'n', channel: 'sms', target: '138****6021', reference: '', state: 'failed', at: later(1000) },
    { ...message, id: 'again', at: later(20_000), reference: 'AAAA-BBBB' },
    { ...message, id: 'lone', channel: 'sms', target: '138****6021', reference: '', at: later(90_000) },
  ];
  const { page, user, t, api } = await open('/pc-transparency', { listMessages: { data: { items, next: '' } } });
  const to = t('tp.to.email', { target: 'li•••@example.com' });
  const failed = t('tp.failed', { to: t('tp.to.sms', { target: '138 •••• 6021' }) });
  const row = (await page.findByText(new RegExp(failed.replaceAll(/[()]/g, '.')))).closest('button');
  if (row === null) throw new Error('no row');
  expect(row.textContent).toContain(to.slice(1));
  expect(page.getAllByRole('button', { name: new RegExp(message.title) })).toHaveLength(3);
  expect(page.queryByText('7K2Q-9DMX')).toBeNull();
  await user.click(row);
  expect(page.getByText('7K2Q-9DMX')).toBeTruthy();
  const [first, second] = page.getAllByRole('heading', { level: 2 });
  expect([first?.textContent, second?.textContent]).toEqual([t('tp.staff.h'), t('tp.msg.h')]);
  const looked = page.getByRole('button', { name: new RegExp(t('tp.a.operator.looked')) });
  for (const fact of [t('tp.case', { number: 'CASE-4711' }), t('tp.r.asked'), t('tp.agent', { agent: 'K4' })]) {
    expect(looked.textContent).toContain(fact);
  }
  await user.click(looked);
  const filed = { data: { id: 'request', number: '7K2Q-9DMX', dueAt: later(0) } };
  api.answer({ fileRightsRequest: filed });
  await user.click(page.getByRole('button', { name: t('tp.ask') }));
  await user.click(await page.findByRole('button', { name: t('rq.send') }));
  await waitFor(() => expect(api.made.map(({ name }) => name)).toContain('fileRightsRequest'));
  const request = api.made.find(({ name }) => name === 'fileRightsRequest');
  expect(request?.body).toMatchObject({ kind: 'explain', topic: 'security' });
  expect(request?.body['text']).toContain(t('tp.a.operator.looked'));
  expect(request?.body['text']).toContain('CASE-4711');
});

it('says that acts of staff may appear later where the law may forbid to tell of them', async () => {
  const listStaffAccess = { data: { items: [], next: '', mayBeLate: true } };
  const { page, t } = await open('/pc-transparency', { listStaffAccess });
  expect(await page.findByText(t('tp.staff.late'))).toBeTruthy();
});

it('shows ten rows, and then older ones', async () => {
  const items = Array.from({ length: 14 }, (_, n) => ({ ...message, id: `${n}` }));
  const { page, user, t } = await open('/pc-transparency', { listMessages: { data: { items, next: '' } } });
  const rows = () => page.getAllByRole('button', { name: new RegExp(message.title) });
  const older = await page.findByRole('button', { name: t('ac.older') });
  expect(rows()).toHaveLength(10);
  await user.click(older);
  expect(rows()).toHaveLength(14);
  expect(page.queryByRole('button', { name: t('ac.older') })).toBeNull();
});

it('says of a reference whether the mail is ours', async () => {
  let known = true;
  const { page, user, t, api } = await open('/pc-transparency', {
    checkMessage: () => ({ data: known ? { known, title: 'New passkey', at: new Date().toISOString() } : { known, title: '', at: '' } }),
  });
  const check = async () => user.click(page.getByRole('button', { name: t('tp.check.btn') }));
  await user.click(await page.findByRole('button', { name: t('tp.check.h') }));
  await user.type(await page.findByLabelText(t('tp.number')), ' 7k2q9dmx ');
  await check();
  expect(await page.findByText(/New passkey/)).toBeTruthy();
  known = false;
  await user.type(page.getByLabelText(t('tp.number')), 'w');
  await check();
  expect(await page.findByText(t('tp.check.no'))).toBeTruthy();
  expect(api.made.filter(({ name }) => name === 'checkMessage')).toMatchObject([
    { body: { reference: '7k2q9dmx' } },
    { body: { reference: '7k2q9dmx w' } },
  ]);
});
