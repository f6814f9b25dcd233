import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { refused, type Given } from '#web/testing/fake-api.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { changedTerms, ofSwitch, transferAbroad } from '#web/testing/data-samples.ts';
import { fullAccount, fullReplies, visitorReplies } from '#web/testing/samples.ts';

const asked = { ...fullAccount(), terms: 'ask' } as const;
const due = { ...changedTerms, state: 'held', remindAt: null } as const;
const leadsOn = { resolveContinue: { data: { continue: '/device' } } };

const layoutOf = (path: string) => (path.startsWith('/mobile') ? 'mobile' : 'desktop');

describe('changed agreements', () => {
  it.each(['/device', '/mobile-device-info', '/developer'])('are asked before %s, which follows the answer', async (at) => {
    const { page, t } = await renderAt(at, { account: asked, replies: fullReplies(), layout: layoutOf(at) });
    expect(await page.findByRole('heading', { name: t('tm.h') })).toBeTruthy();
    expect(new URLSearchParams(location.search).get('redirect')).toBe(at);
  });

  it.each(['/cancellation', '/pc-activity', '/pc-data-agreements', '/mobile-cancellation/statement'])('are not before %s', async (at) => {
    const { page } = await renderAt(at, { account: { ...asked, terms: 'held' }, replies: fullReplies(), layout: layoutOf(at) });
    await page.findByRole('main');
    await waitFor(() => expect(page.queryAllByRole('heading').length).toBeGreaterThan(0));
    expect(location.pathname).toBe(at);
  });

  it.each(['/pc-data', '/mobile-data'])('lead to the data of an account that is held: %s', async (at) => {
    const replies = { ...fullReplies(), showTerms: { data: due } };
    const { page, t, user } = await renderAt('/terms', { account: { ...asked, terms: 'held' }, replies, layout: layoutOf(at) });
    await user.click(await page.findByRole('link', { name: t('tm.download') }));
    expect(await page.findByRole('heading', { level: 1, name: t('dt.h') })).toBeTruthy();
    expect(location.pathname).toBe(at);
  });

  it('say what has changed, and are accepted as they were shown', async () => {
    const replies = { ...fullReplies(), ...leadsOn, acceptTerms: { data: {} } };
    const { page, user, t, api } = await renderAt('/terms?redirect=%2Fdevice', { account: fullAccount(), replies });
    expect(await page.findByText('You can ask for a copy of your data at any time.')).toBeTruthy();
    expect(page.getByText(t('tm.new'))).toBeTruthy();
    expect(page.getByRole('link', { name: new RegExp(t('tm.compare')) }).getAttribute('href')).toBe(
      '/agreement/private?version=2026.2&with=2026.1',
    );
    expect(page.queryByRole('checkbox')).toBeNull();
    await user.click(page.getByRole('button', { name: t('tm.accept') }));
    await waitFor(() => expect(location.pathname).toBe('/device'));
    const [made] = api.made.filter(({ name }) => name === 'acceptTerms');
    expect(made?.body).toEqual({ publication: 2, documents: [{ type: 'privateAgreement', version: '2026.2', digest: '1'.repeat(64) }] });
  });

  it('are put off with one press, as long as that is possible', async () => {
    const replies = { ...fullReplies(), ...leadsOn, putTermsOff: { data: { remindAt: '2026-03-08T00:00:00.000Z' } } };
    const { page, user, t } = await renderAt('/terms', { account: fullAccount(), replies });
    await user.click(await page.findByRole('button', { name: t('tm.later') }));
    await waitFor(() => expect(location.pathname).toBe('/device'));
  });

  it('are no wall after their date: data goes along, the account can be deleted, and the person signs out', async () => {
    const replies = { ...fullReplies(), showTerms: { data: due } };
    const { page, t } = await renderAt('/terms', { account: fullAccount(), replies });
    expect(await page.findByText(t('tm.due'))).toBeTruthy();
    expect(page.getByRole('link', { name: t('tm.download') }).getAttribute('href')).toBe('/pc-data');
    expect(page.getByRole('link', { name: t('tm.delete') }).getAttribute('href')).toBe('/cancellation');
    expect(page.getByRole('button', { name: t('head.logout') })).toBeTruthy();
    expect(page.queryByRole('button', { name: t('tm.later') })).toBeNull();
  });

  it('show a newer version that was published meanwhile', async () => {
    let publication = 2;
    const replies = {
      ...fullReplies(),
      showTerms: () => ({ data: { ...changedTerms, publication } }),
      acceptTerms: () => {
        publication = 3;
        return refused('agreementChanged');
      },
    };
    const { page, user, t } = await renderAt('/terms', { account: fullAccount(), replies });
    await user.click(await page.findByRole('button', { name: t('tm.accept') }));
    expect(await page.findByText(t('tm.newer'))).toBeTruthy();
  });

  it('lead on where nothing waits', async () => {
    const showTerms = { data: { ...changedTerms, state: 'none' as const, publication: 0, documents: [] } };
    await renderAt('/terms?redirect=%2Fdevice', { account: fullAccount(), replies: { ...fullReplies(), ...leadsOn, showTerms } });
    await waitFor(() => expect(location.pathname).toBe('/device'));
  });
});

describe('the question about the age, for an account that has come without it', () => {
  const age = { until: '2026-04-01T00:00:00.000Z', remindAt: '2026-03-08T00:00:00.000Z' };
  const asks = (more: Partial<typeof changedTerms> = {}) => ({ ...changedTerms, publication: 0, documents: [], age, ...more });
  const bare = { ...asks({ age: null }), state: 'none' as const };

  it('is answered before the page continues', async () => {
    let terms: typeof changedTerms = asks();
    const replies = {
      ...fullReplies(),
      ...leadsOn,
      showTerms: () => ({ data: terms }),
      answerAge: () => {
        terms = bare;
        return { data: { next: 'continue' as const } };
      },
    };
    const { page, user, t, api } = await renderAt('/terms?redirect=%2Fdevice', { account: fullAccount(), replies });
    await user.click(await page.findByRole('button', { name: t('ag.childGo') }));
    expect(await page.findByText(t('ag.required'))).toBeTruthy();
    await user.selectOptions(page.getByLabelText(t('pf.bd.year')), '1990');
    await user.selectOptions(page.getByLabelText(t('pf.bd.month')), '05');
    await user.selectOptions(page.getByLabelText(t('pf.bd.day')), '06');
    await user.click(page.getByRole('button', { name: t('ag.childGo') }));
    await waitFor(() => expect(location.pathname).toBe('/device'));
    expect(api.made.find(({ name }) => name === 'answerAge')?.body).toEqual({ birthday: '1990-05-06' });
  });

  it('is put off with one press, and the terms come after it', async () => {
    let terms: typeof changedTerms = { ...changedTerms, age };
    const putAgeOff = () => {
      terms = changedTerms;
      return { data: { remindAt: age.remindAt } };
    };
    const { page, user, t } = await renderAt('/terms', {
      account: fullAccount(),
      replies: { ...fullReplies(), showTerms: () => ({ data: terms }), putAgeOff },
    });
    await user.click(await page.findByRole('button', { name: t('tm.later') }));
    expect(await page.findByRole('heading', { name: t('tm.h') })).toBeTruthy();
  });

  it('is no wall after its date', async () => {
    const showTerms = { data: asks({ age: { ...age, remindAt: null } }) };
    const { page, t } = await renderAt('/terms', { account: fullAccount(), replies: { ...fullReplies(), showTerms } });
    expect(await page.findByText(t('tm.ageDue'))).toBeTruthy();
    expect(page.getByRole('link', { name: t('tm.download') }).getAttribute('href')).toBe('/pc-data');
    expect(page.getByRole('link', { name: t('tm.delete') })).toBeTruthy();
    expect(page.getByRole('button', { name: t('head.logout') })).toBeTruthy();
    expect(page.queryByRole('button', { name: t('tm.later') })).toBeNull();
  });
});

describe('choices', () => {
  it.each(['/pc-data', '/mobile-data'])('take one press to give and one to take back: %s', async (at) => {
    const since = '2026-01-02T03:04:05.000Z';
    const choose = ({ body }: Given) => ({ data: { ...ofSwitch, purpose: 'mail' as const, given: body['given'] === true, since } });
    const replies = { ...fullReplies(), choose };
    const { page, user, t, api } = await renderAt(at, { account: fullAccount(), replies, layout: layoutOf(at) });
    const mail = await page.findByRole<HTMLInputElement>('switch', { name: t('ch.mail') });
    for (const given of [true, false]) {
      await user.click(mail);
      await waitFor(() => expect(mail.checked).toBe(given));
      await waitFor(() => expect(mail.getAttribute('aria-busy')).toBeNull());
    }
    const sent = api.made.filter(({ name }) => name === 'choose').map(({ body }) => body);
    expect(sent).toMatchObject([
      { purpose: 'mail', given: true },
      { purpose: 'mail', given: false },
    ]);
    expect(page.queryByRole('dialog')).toBeNull();
  });
});

describe('separate consents', () => {
  const abroad = { ...ofSwitch, purpose: 'abroad' as const, given: false, since: null, transfer: transferAbroad };
  const since = '2026-01-02T03:04:05.000Z';

  it('are given on a separate sheet with every fact, and refused without a trace', async () => {
    let given = false;
    const shown = () => ({ ...abroad, given, since: given ? since : null });
    const choose = () => {
      given = true;
      return { data: shown() };
    };
    const replies = { ...fullReplies(), listChoices: () => ({ data: { choices: [shown()] } }), choose };
    const { page, user, t, api } = await renderAt('/pc-data', { account: fullAccount(), replies });
    const control = await page.findByRole<HTMLInputElement>('switch', { name: t('ch.abroad') });
    await user.click(control);
    const sheet = within(await page.findByRole('dialog', { name: t('ch.abroad') }));
    for (const fact of Object.values(transferAbroad)) expect(await sheet.findByText(fact)).toBeTruthy();
    expect(document.activeElement).toBe(sheet.getByRole('button', { name: t('sp.notNow') }));
    await user.click(sheet.getByRole('button', { name: t('sp.notNow') }));
    await waitFor(() => expect([page.queryByRole('dialog'), control.checked]).toEqual([null, false]));
    expect(api.made.map(({ name }) => name)).not.toContain('choose');

    await user.click(control);
    const again = within(await page.findByRole('dialog', { name: t('ch.abroad') }));
    await again.findByText(transferAbroad.recipient);
    await user.click(again.getByRole('button', { name: t('sp.give') }));
    const body = { purpose: 'abroad', given: true, version: abroad.version };
    await waitFor(() => expect(api.made.find(({ name }) => name === 'choose')?.body).toEqual(body));
    await waitFor(() => expect(control.checked).toBe(true));
  });

  it('say before a withdrawal what ends, and keep it when the person does not continue', async () => {
    const birthday = { ...ofSwitch, purpose: 'sensitive.birthday' as const, given: true, since, ends: { apps: [], item: true } };
    const choose = { data: { ...birthday, given: false, ends: { apps: [], item: false } } };
    const replies = { ...fullReplies(), listChoices: { data: { choices: [birthday] } }, choose };
    const { page, user, t, api } = await renderAt('/mobile-data', { account: fullAccount(), replies, layout: 'mobile' });
    const given = await page.findByRole<HTMLInputElement>('switch', { name: t('ch.sensitive', { field: t('pf.birthday') }) });
    await user.click(given);
    expect(await page.findByText(t('ch.erase', { field: t('pf.birthday') }))).toBeTruthy();
    await user.click(page.getByRole('button', { name: t('ch.keep') }));
    expect(given.checked).toBe(true);
    await user.click(given);
    await user.click(await page.findByRole('button', { name: t('ch.withdraw') }));
    await waitFor(() => expect(given.checked).toBe(false));
    const sent = api.made.filter(({ name }) => name === 'choose').map(({ body }) => body);
    expect(sent).toEqual([{ purpose: 'sensitive.birthday', given: false, version: birthday.version, confirm: true }]);
  });

  it('are asked for when a sensitive item is saved, and the form keeps what was typed', async () => {
    const account = fullAccount();
    const birthday = { ...ofSwitch, purpose: 'sensitive.birthday' as const, given: false, since: null };
    let isGiven = false;
    const replies = {
      ...fullReplies(),
      listChoices: { data: { choices: [birthday] } },
      choose: () => {
        isGiven = true;
        return { data: { ...birthday, given: true, since } };
      },
      updateUserinfo: () =>
        isGiven ? { data: account } : refused('separateConsentNeeded', { purpose: 'sensitive.birthday', version: 'x' }),
    };
    const { page, user, t, api } = await renderAt('/mobile-modify-privacy/signature', { account, replies, layout: 'mobile' });
    const field = await page.findByRole<HTMLInputElement>('textbox');
    const save = page.getByRole('button', { name: t('btn.save') });
    for (const answer of [t('sp.notNow'), t('sp.give')]) {
      // A change: the same press soon after is a double click.
      await user.clear(field);
      await user.type(field, `hello ${answer}`);
      await user.click(save);
      const sheet = within(await page.findByRole('dialog', { name: t('ch.sensitive', { field: t('pf.birthday') }) }));
      await sheet.findByText(t('sp.s.manner'));
      expect(field.value).toBe(`hello ${answer}`);
      await user.click(sheet.getByRole('button', { name: answer }));
      await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
      await waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull());
    }
    await waitFor(() => expect(api.made.filter(({ name }) => name === 'updateUserinfo')).toHaveLength(3));
    expect(api.made.filter(({ name }) => name === 'choose')).toHaveLength(1);
  });
});

describe('the agreements of an account', () => {
  it('say which version was accepted and when, and lead to its text', async () => {
    const { page, t } = await renderAt('/pc-data-agreements', { account: fullAccount(), replies: fullReplies() });
    expect(await page.findByText(t('hi.notYet', { version: '2026.2' }))).toBeTruthy();
    const accepted = await page.findByText(t('hi.accepted', { agreement: t('title.privacyPolicy') }));
    expect(accepted.closest('a')?.getAttribute('href')).toBe('/agreement/private?version=2026.1');
  });
});

it('two versions of an agreement stand side by side, with marks where they differ', async () => {
  const html = {
    '2026.1': '<h2>1. Data</h2><p>365 days.</p><h2>2. Law</h2><p>Ours.</p>',
    '2026.2': '<h2>1. Data</h2><p>180 days.</p><h2>2. Law</h2><p>Ours.</p>',
  };
  const { page, t } = await renderAt('/agreement/private?version=2026.2&with=2026.1', {
    replies: {
      ...visitorReplies,
      agreement: ({ params }) => {
        const version = params['id'] === '2026.1' ? '2026.1' : '2026.2';
        const facts = {
          type: 'privateAgreement',
          id: version,
          version,
          language: 'en_US',
          title: 'x',
          effectiveAt: '2026-01-01',
          digest: '',
        } as const;
        return { data: { ...facts, html: html[version] } };
      },
    },
  });
  expect(await page.findByText(t('tm.sum', { n: 1, same: 1 }))).toBeTruthy();
  expect(page.getByText('365 days.').tagName).toBe('DEL');
  expect(page.getByText('180 days.').tagName).toBe('INS');
  expect(page.queryByText('Ours.')).toBeNull();
});
