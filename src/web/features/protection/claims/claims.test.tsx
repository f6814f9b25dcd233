import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { CallData } from '#web/lib/api/call-types.ts';
import type { recoveryEndpoints } from '#contract/sign-in/recovery/recovery.ts';
import { refused, type FakeApi } from '#web/testing/fake-api.ts';
import { inputNamed } from '#web/testing/fields.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, openNotice } from '#web/testing/samples.ts';

type State = Exclude<CallData<typeof recoveryEndpoints.proveRecovery>, { cd: number }>;

const dueAt = '2126-01-05T03:04:05.000Z';

const one: State = {
  proven: ['phone'],
  independence: 'single',
  frozenAt: null,
  dueAt,
  methods: [
    { method: 'email', target: 'li***@example.com', former: false, together: 'shared' },
    { method: 'password', target: '', former: false, together: 'independent' },
  ],
  putBack: [],
  ways: [],
};

const way = { label: '', addedAt: '2026-01-02T03:04:05.000Z', rests: null, former: null } as const;

const two: State = {
  ...one,
  proven: ['phone', 'password'],
  independence: 'independent',
  dueAt: null,
  ways: [
    { ...way, id: 'phone:1', family: 'phone', label: '138****6021', kept: true },
    { ...way, id: 'email:2', family: 'email', label: 'li***@example.com', kept: false },
  ],
};

function bodiesOf({ made }: FakeApi, name: string): readonly unknown[] {
  return made.flatMap((call) => (call.name === name ? [call.body] : []));
}

/** What a person does, which a script cannot: happy-dom knows no trusted events. */
function press(button: HTMLElement, { trusted = true, after = 1000 } = {}): void {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  Object.defineProperty(click, 'isTrusted', { value: trusted });
  Object.defineProperty(click, 'timeStamp', { value: performance.now() + after });
  button.dispatchEvent(click);
}

/** The number of the step stands above its heading. */
function expectCountAbove(count: HTMLElement, heading: HTMLElement): void {
  expect(count.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
}

describe('the way back into a protected account', () => {
  it('shows a second way, keeps what is ticked, sets a password and shows the codes once', async () => {
    const states = [one, two];
    const { page, user, t, api } = await renderAt('/recover#ticket', {
      replies: {
        proveRecovery: ({ body }) => ({ data: (body.method === undefined ? states[0] : states[1]) ?? one }),
        finishRecovery: { data: { account: fullAccount(), continue: '/', codes: ['ABCDE-FGHJK'] } },
      },
    });
    expect(location.hash).toBe('');
    await page.findByRole('button', { name: new RegExp(t('way.password')) });
    expect(page.getByRole('button', { name: new RegExp(t('way.email')) }).textContent).toContain('24');
    await user.click(page.getByRole('button', { name: new RegExp(t('way.password')) }));
    await user.type(await page.findByLabelText(t('f.password')), 'violet7-Harbour{Enter}');
    const heading = await page.findByRole('heading', { name: t('re.keepT') });
    expectCountAbove(page.getByRole('progressbar', { name: t('re.step', { n: 2 }) }), heading);
    expect(page.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([true, false]);
    await user.click(page.getByRole('button', { name: t('btn.continue') }));
    await user.type(await page.findByLabelText(t('f.newPw')), 'another-9-Harbour');
    expect(inputNamed('username').value).not.toBe('');
    await user.type(page.getByLabelText(t('f.confirm')), 'another-9-Harbour');
    await user.click(page.getByRole('button', { name: t('rc.set') }));
    await page.findByText('ABCDE-FGHJK');
    expect(bodiesOf(api, 'finishRecovery')).toEqual([{ ticket: 'ticket', newPassword: 'another-9-Harbour', keep: ['phone:1'] }]);
    expect(page.getByRole<HTMLButtonElement>('button', { name: t('btn.confirm') }).disabled).toBe(true);
    await user.click(page.getByRole('checkbox', { name: t('re.saved') }));
    expect(page.getByRole<HTMLButtonElement>('button', { name: t('btn.confirm') }).disabled).toBe(false);
    expect(sessionStorage.getItem('passkey-task')).toBeNull();
    await user.click(page.getByRole('button', { name: t('btn.confirm') }));
    // What was not kept may be a passkey.
    expect(sessionStorage.getItem('passkey-task')).toMatch(/^signal /);
  });

  it('waits with one, and can be canceled', async () => {
    const { page, user, t } = await renderAt('/recover#ticket', {
      replies: {
        proveRecovery: { data: one },
        openRecoveryClaim: { data: { dueAt, claim: 'token' } },
        stopClaim: { data: { state: 'stopped' } },
      },
    });
    expect(page.queryAllByRole('button', { name: t('vf.slowBtn') })).toHaveLength(1);
    await user.click(await page.findByRole('button', { name: t('vf.slowBtn') }));
    await user.click(await page.findByRole('button', { name: t('re.cancel') }));
    expect(await page.findByText(t('re.cancelled'))).toBeTruthy();
  });

  it('with too little shows a number for our support, where there is a desk', async () => {
    const little = { ...one, dueAt: null, independence: 'none' as const };
    const none = await renderAt('/recover#ticket', { replies: { proveRecovery: { data: little } } });
    await none.page.findByText(/li•+@example.com/);
    expect(none.page.queryByRole('button', { name: none.t('rc.deskBtn') })).toBeNull();
    const { page, user, t, api } = await renderAt('/recover#ticket', {
      replies: { proveRecovery: { data: { ...little, desk: true } }, askDeskForRecovery: { data: { number: '7K2Q-9DMX', until: dueAt } } },
    });
    await user.click(await page.findByRole('button', { name: t('rc.deskBtn') }));
    expect(await page.findByText(t('rc.desk', { n: '7K2Q-9DMX' }))).toBeTruthy();
    expect(bodiesOf(api, 'askDeskForRecovery')).toEqual([{ ticket: 'ticket' }]);
  });

  it('says when it is not due yet, and when somebody stopped it', async () => {
    const waiting = await renderAt('/recover#ticket', { replies: { proveRecovery: refused('claimNotDue', { dueAt }) } });
    await waiting.page.findByText(waiting.t('re.told'));
    const stopped = await renderAt('/recover', {
      replies: { claimStatus: { data: { ...openNotice.claim, shown: [], state: 'stopped' } } },
    });
    expect(await stopped.page.findByText(stopped.t('re.stopped'))).toBeTruthy();
  });
});

describe('the notice of a claim', () => {
  const read = { data: openNotice };

  it('does nothing until a person presses a button, then stops it', async () => {
    const { page, t, api } = await renderAt('/notice#token', {
      replies: { readNotice: read, answerNotice: { data: { state: 'stopped' } } },
    });
    const stop = await page.findByRole('button', { name: t('nt.stop') });
    expect(bodiesOf(api, 'answerNotice')).toEqual([]);
    press(stop, { trusted: false });
    press(stop, { after: 0 });
    expect(bodiesOf(api, 'answerNotice')).toEqual([]);
    press(stop);
    await page.findByRole('heading', { name: t('re.stopDone') });
    expect(bodiesOf(api, 'answerNotice')).toEqual([{ token: 'token', answer: 'stop' }]);
  });

  it('asks for one more proof where the link does not suffice to stop it', async () => {
    const { page, user, t, api } = await renderAt('/n#token', {
      replies: {
        readNotice: { data: { ...read.data, methods: [{ method: 'password', target: '' }] } },
        answerNotice: { data: { state: 'stopped' } },
      },
    });
    press(await page.findByRole('button', { name: t('nt.stop') }));
    await user.type(await page.findByLabelText(t('f.password')), 'violet7-Harbour{Enter}');
    await page.findByRole('heading', { name: t('re.stopDone') });
    expect(bodiesOf(api, 'answerNotice')).toEqual([{ token: 'token', answer: 'stop', method: 'password', password: 'violet7-Harbour' }]);
  });

  it('reads another one that comes into the open page', async () => {
    const { page, t, api } = await renderAt('/notice#token', {
      replies: { readNotice: read, answerNotice: { data: { state: 'stopped' } } },
    });
    press(await page.findByRole('button', { name: t('nt.stop') }));
    await page.findByRole('heading', { name: t('re.stopDone') });
    location.hash = 'another';
    press(await page.findByRole('button', { name: t('nt.stop') }));
    await page.findByRole('heading', { name: t('re.stopDone') });
    expect(bodiesOf(api, 'answerNotice')).toEqual([
      { token: 'token', answer: 'stop' },
      { token: 'another', answer: 'stop' },
    ]);
  });

  it('says what is to be removed, and that nothing was', async () => {
    const claim = { ...openNotice.claim, kind: 'act', action: 'unbindPhone', way: { family: 'phone', label: '138****6021' } } as const;
    const { page, t } = await renderAt('/notice#token', {
      replies: { readNotice: { data: { ...openNotice, claim } }, answerNotice: { data: { state: 'stopped' } } },
    });
    expect((await page.findByRole('heading', { level: 1 })).textContent).toContain(t('way.phone'));
    press(page.getByRole('button', { name: t('nt.stop') }));
    await page.findByRole('heading', { name: t('re.stopKept') });
  });

  it('takes a code of an app as that proof', async () => {
    const { page, user, t, api } = await renderAt('/n#token', {
      replies: {
        readNotice: { data: { ...read.data, methods: [{ method: 'totp', target: '' }] } },
        answerNotice: { data: { state: 'stopped' } },
      },
    });
    press(await page.findByRole('button', { name: t('nt.stop') }));
    await user.type(await page.findByRole('textbox'), '123456');
    await page.findByRole('heading', { name: t('re.stopDone') });
    expect(bodiesOf(api, 'answerNotice')).toEqual([{ token: 'token', answer: 'stop', method: 'totp', code: '123456' }]);
  });

  it('says when the request is over', async () => {
    const { page, t } = await renderAt('/notice#token', { replies: { readNotice: refused('tokenError') } });
    expect(await page.findByRole('heading', { name: t('wy.expired') })).toBeTruthy();
  });
});

describe('the notice of an event', () => {
  const event = {
    what: 'Your Cedar ID password was changed',
    at: '2026-01-02T03:04:05.000Z',
    device: 'Firefox · Windows',
    place: '203.0.*.*',
    account: '2083 •••• 1946',
    expiresAt: '2026-01-05T03:04:05.000Z',
    frozen: false,
    ends: 'everything',
  } as const;

  const open = (answer: object, ends: 'everything' | 'recovery' | 'nothing' = 'everything') =>
    renderAt('/notice#token', {
      replies: { readNotice: { data: { event: { ...event, ends, events: [] } } }, answerNotice: { data: answer } as never },
    });

  it('freezes by two presses of a person: not by a script, nor at once', async () => {
    const { page, t, api } = await open({ frozenAt: event.at, sessions: 2, apps: 0 });
    const notMe = await page.findByRole('button', { name: t('nt.notMe') });
    expect(page.getByText(event.what)).toBeTruthy();
    expect(page.queryByText(t('wy.does.1'))).toBeNull();
    press(notMe, { trusted: false });
    press(notMe, { after: 0 });
    expect(page.queryByRole('heading', { name: t('wy.h') })).toBeNull();
    press(notMe);
    await page.findByRole('heading', { name: t('wy.h') });
    const freeze = page.getByRole('button', { name: t('wy.btn') });
    press(freeze, { trusted: false });
    press(freeze, { after: 0 });
    expect(bodiesOf(api, 'answerNotice')).toEqual([]);
    press(freeze);
    await page.findByRole('heading', { name: t('fz.h') });
    expect(page.getByText(new RegExp(t('fz.did.sessions', { n: 2 })))).toBeTruthy();
    expect(bodiesOf(api, 'answerNotice')).toEqual([{ token: 'token', answer: 'not-me', also: 'freeze' }]);
  });

  it.each([
    ['m.', 'nt.me', 'nt.notMe', { answer: 'me' }],
    ['w.', 'wy.btn', 'nt.me', { answer: 'not-me', also: 'freeze' }],
  ] as const)(
    'opened by the button %s of a message asks for that answer only, and does nothing before it',
    async (pressed, asked, other, body) => {
      const { page, t, api } = await renderAt(`/notice#${pressed}token`, {
        replies: { readNotice: { data: { event: { ...event, events: [] } } }, answerNotice: { data: { answer: 'me' } } },
      });
      const button = await page.findByRole('button', { name: t(asked) });
      expect(page.queryByRole('button', { name: t(other) })).toBeNull();
      expect(bodiesOf(api, 'answerNotice')).toEqual([]);
      press(button);
      await waitFor(() => expect(bodiesOf(api, 'answerNotice')).toEqual([{ token: 'token', ...body }]));
    },
  );

  it('is spent by no script that presses everything for 30 seconds', async () => {
    const { page, t, api } = await open({ answer: 'me' }, 'recovery');
    await page.findByRole('button', { name: t('wy.cancel.btn') });
    for (let after = 0; after <= 30_000; after += 100) {
      for (const button of page.getAllByRole('button')) press(button, { trusted: false, after });
      for (const form of document.forms) form.requestSubmit();
    }
    expect(bodiesOf(api, 'answerNotice')).toEqual([]);
  });

  it('ends only a code for a new password, or freezes', async () => {
    const { page, t, api } = await open({ answer: 'not-me' }, 'recovery');
    expect(page.queryByText(t('wy.does.1'))).toBeNull();
    press(await page.findByRole('button', { name: t('wy.cancel.btn') }));
    expect(await page.findByRole('heading', { name: t('wy.cancel.done') })).toBeTruthy();
    expect(bodiesOf(api, 'answerNotice')).toEqual([{ token: 'token', answer: 'not-me' }]);
  });

  it('shows everything that a digest gathers, and answers once for all', async () => {
    const events = ['Your password was changed', 'Your phone number was removed'].map((what) => ({
      what,
      at: event.at,
      device: event.device,
      place: event.place,
    }));
    const { page, t, api } = await renderAt('/notice#token', {
      replies: {
        readNotice: { data: { event: { ...event, ends: 'everything', events } } },
        answerNotice: { data: { frozenAt: event.at, sessions: 2, apps: 1, changes: [] } },
      },
    });
    for (const { what } of events) expect(await page.findByText(what)).toBeTruthy();
    expect(page.queryByText(t('wy.device'))).toBeNull();
    press(page.getByRole('button', { name: t('nt.notMe') }));
    press(await page.findByRole('button', { name: t('wy.btn') }));
    await page.findByRole('heading', { name: t('fz.h') });
    expect(bodiesOf(api, 'answerNotice')).toHaveLength(1);
  });

  it('says that nobody got in where nobody did', async () => {
    const { page, t } = await open({ answer: 'me' }, 'nothing');
    expect(await page.findByRole('heading', { name: t('wy.nobody.h') })).toBeTruthy();
    expect(page.queryByRole('button', { name: t('wy.cancel.btn') })).toBeNull();
    expect(page.getByRole('button', { name: t('wy.btn') })).toBeTruthy();
  });

  it('changes nothing by "That was me"', async () => {
    const { page, t } = await open({ answer: 'me' });
    press(await page.findByRole('button', { name: t('nt.me') }));
    expect(await page.findByRole('heading', { name: t('wy.me.done') })).toBeTruthy();
  });

  it('leads on where the account is frozen already', async () => {
    const { page, t } = await renderAt('/notice#token', {
      replies: { readNotice: { data: { event: { ...event, frozen: true, events: [] } } } },
    });
    expect((await page.findByRole('link', { name: t('fz.go') })).getAttribute('href')).toBe('/login?frozen=1');
  });
});

describe('a frozen account', () => {
  it('leads a sign-in to the way back, which names what left the account', async () => {
    const changed = {
      ...two,
      frozenAt: dueAt,
      putBack: ['nickname' as const],
      ways: [...two.ways, { ...way, id: 'x', family: 'email' as const, kept: false, former: { until: dueAt } }],
    };
    const { page, user, t, api } = await renderAt('/recover#ticket', {
      replies: {
        proveRecovery: { data: changed },
        finishRecovery: { data: { account: fullAccount(), continue: '/', codes: [] } },
      },
    });
    const heading = await page.findByRole('heading', { name: t('wb.keepT') });
    expectCountAbove(page.getByRole('progressbar', { name: t('re.step', { n: 2 }) }), heading);
    expect(page.getByText(t('wb.former'))).toBeTruthy();
    expect(page.getByText(t('wb.back.nickname')).closest('li')?.textContent).toContain(t('wb.back'));
    // What nobody changed is not asked about.
    expect(page.getAllByRole<HTMLInputElement>('switch').map(({ checked }) => checked)).toEqual([false, false, true]);
    await user.click(page.getByRole('switch', { name: t('wb.mine') }));
    await user.click(page.getByRole('button', { name: t('btn.continue') }));
    await user.type(await page.findByLabelText(t('f.newPw')), 'another-9-Harbour');
    await user.type(page.getByLabelText(t('f.confirm')), 'another-9-Harbour');
    await user.click(page.getByRole('button', { name: t('rc.set') }));
    expect(bodiesOf(api, 'finishRecovery')).toMatchObject([{ keep: ['phone:1'], mine: false }]);
    await waitFor(() => expect(sessionStorage.getItem('passkey-task')).toMatch(/^signal /));
  });
});
