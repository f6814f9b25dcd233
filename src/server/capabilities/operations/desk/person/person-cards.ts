import { maskPhone } from '#contract/masks.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import { activityDays, activityRows, type ActivityEvent } from '#contract/protection/activity/activity.words.ts';
import type { DeskCard, DeskField } from '#contract/operations/desk/desk-cards.words.ts';
import { staffReasons } from '#contract/vocabulary/staff-reasons.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { listActivity } from '#server/core/protection/activity/activity.ts';
import { findDeletion } from '#server/core/account/deletion/deletions.repository.ts';
import { listMessageCopies } from '#server/core/protection/messages/message-copies.repository.ts';
import { listIncidents } from '#server/core/protection/incidents/incidents.repository.ts';
import { listSentMessages } from '#server/core/protection/messages/sent-messages.repository.ts';
import type { Apps } from '#server/core/apps/openid/apps.ts';
import { maskIp } from '#server/platform/http/requests/client-ip.ts';
import { findDeskLook, listDeskLooks, type DeskLook } from '#server/core/operations/desk/desk-looks.repository.ts';
import { listDeskNotes } from '#server/core/operations/desk/desk-notes.repository.ts';
import { exceptionUntil } from '#server/core/operations/desk/desk-exceptions.repository.ts';
import { listRequests } from '#server/core/rights/requests/rights-requests.repository.ts';
import { detailTexts } from '#server/core/protection/activity/detail-texts.ts';
import { lookAt, type Look } from '#server/core/operations/desk/look.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import { describeUserAgent } from '#server/platform/http/requests/user-agent.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { lastLockReason, listLiveSessions } from '../administration.repository.ts';
import type { AtDesk, PersonDeps } from '../session/at-desk.ts';
import { actAtDesk } from '../acts/desk-act.ts';
import { readWhy } from './find-person.ts';
import { takePlace } from '../acts/raise-alarm.ts';

export interface CardDeps extends PersonDeps {
  readonly apps: Pick<Apps, 'clients' | 'consents' | 'devices'>;
  /** The title of a sent message, by its kind. */
  readonly titleOf: (kind: string, lang: Language) => string;
}

/** One line of a card. Values are masked; times are in milliseconds. */
export interface CardLine {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly value: string;
  readonly note: string;
  readonly at: number | null;
  readonly until: number | null;
  readonly field: DeskField | '';
}

const line = (kind: string, rest: Partial<CardLine> = {}): CardLine => ({
  id: '',
  kind,
  title: '',
  value: '',
  note: '',
  at: null,
  until: null,
  field: '',
  ...rest,
});

/**
 * The look of this session, with its account as it is now.
 * @throws {Refusal} deskChanged for one that is over or another session's
 */
export async function openedLook(
  { store: { db, clock }, identity: { accounts } }: Pick<PersonDeps, 'store' | 'identity'>,
  { session }: AtDesk,
  id: string,
) {
  const look = await findDeskLook(db, { id, session: session.sessionId, at: clock.now() });
  const account = look && (await accounts.findById(look.account_id));
  if (look === undefined || account === undefined) throw new Refusal('deskChanged', { reason: 'no such look' });
  return { look, account };
}

/** One card of a person, masked. The card is read in the transaction that writes its look down. */
export async function readCard(
  deps: CardDeps,
  at: AtDesk & { readonly lang: Language },
  { look: id, card }: { readonly look: string; readonly card: DeskCard },
) {
  const { db, clock } = deps.store;
  const { look, account } = await openedLook(deps, at, id);
  const lines = await lookAt(deps, { ...orderOf(look, at, card), isPart: true }, (made) =>
    readers[card](deps, { look: made, account, lang: at.lang }),
  );
  const now = clock.now();
  const present = await listDeskLooks(db, { accountId: account.id, since: now - 15 * minute });
  const others = [...new Set(present.map(({ member }) => member))].filter((member) => member !== at.session.member);
  const { case_ref: caseRef, expires_at: until } = look;
  const reason = staffReasons.find((each) => each === look.reason) ?? 'asked';
  const exception = await exceptionUntil(db, { member: at.session.member, accountId: account.id, at: now });
  return { card, version: account.version, reason, caseRef, until, exception: exception ?? null, others, lines };
}

/** How long the page shows a value. */
const shownMs = minute;

/**
 * One value of the person of a look.
 * @throws {Refusal} deskChanged, caseNeeded, deskLimit
 */
export async function unmask(
  deps: CardDeps,
  at: AtDesk,
  {
    look: id,
    field,
    at: of,
    ...given
  }: { readonly look: string; readonly field: DeskField; readonly at: string; readonly reason: string; readonly caseRef: string },
): Promise<{ readonly value: string; readonly until: number }> {
  const { db, clock } = deps.store;
  const { look, account } = await openedLook(deps, at, id);
  const why = readWhy(deps, given);
  const until = await exceptionUntil(db, { member: at.session.member, accountId: account.id, at: clock.now() });
  if (until === undefined) await takePlace(deps, 'unmasked', { about: at.session, accountId: account.id, caseRef: why.caseRef });
  const order = { ...orderOf(look, at, `show ${field}`), ...why };
  const show = () => lookAt(deps, order, (made) => valueOf(deps, { look: made, account, field, of }));
  const value = await actAtDesk(deps, at, { act: 'person.unmask', accountId: account.id, ...why }, show);
  if (value === undefined) throw new Refusal('deskChanged', { reason: 'nothing to show' });
  return { value, until: clock.now() + shownMs };
}

async function valueOf(
  deps: CardDeps,
  { look, account, field, of }: { readonly look: Look; readonly account: Account; readonly field: DeskField; readonly of: string },
): Promise<string | undefined> {
  if (field === 'phone') return account.phone ?? undefined;
  if (field === 'email') return account.emailShown ?? undefined;
  if (field === 'username') return account.username ?? undefined;
  const sessions = await listLiveSessions(deps.store.db, look, { credentialEpoch: account.credentialEpoch, at: deps.store.clock.now() });
  return sessions.find((session) => session.id.startsWith(of) && of.length === shownId)?.address;
}

function orderOf(look: DeskLook, { session, origin }: AtDesk, what: string) {
  return { accountId: look.account_id, operator: session.member, reason: look.reason, caseRef: look.case_ref, desk: { what, origin } };
}

interface Reading {
  readonly look: Look;
  readonly account: Account;
  readonly lang: Language;
}

/** Characters of the id of a session that leave: enough to name it, too few to be it. */
const shownId = 16;
/** Letters of the id of a look. */
const shownLook = 6;

const readers: Readonly<Record<DeskCard, (deps: CardDeps, reading: Reading) => Promise<readonly CardLine[]>>> = {
  async state({ store }, { account }) {
    const { db } = store;
    const { state, createdAt, region, number, twoStepAt } = account;
    if (state === 'purged') return [line('purged')];
    const deletion = await findDeletion(db, account.id);
    const because = state === 'locked' ? ((await lastLockReason(db, account.id)) ?? '') : '';
    return [
      line(state, { note: because, until: deletion?.dueAt ?? null }),
      ...(account.frozenAt === null ? [] : [line('frozen', { at: account.frozenAt })]),
      line('number', { value: `${number.slice(0, 4)}****${number.slice(-4)}` }),
      line('region', { value: region, at: createdAt }),
      line(twoStepAt === null ? 'noTwoStep' : 'twoStep', { at: twoStepAt }),
      ...account.openClaims.map(({ id, kind, dueAt }) => line('claim', { id, note: kind, until: dueAt })),
    ];
  },
  async ways(_deps, { account }) {
    const { phone, email, username, passwordHash, passwordChangedAt, passkeys, socials, totpApps, recoveryCodes } = account;
    return [
      ...(phone === null ? [] : [line('phone', { value: maskPhone(phone), at: account.phoneAddedAt, field: 'phone' })]),
      ...(email === null ? [] : [line('email', { value: maskEmail(email), at: account.emailAddedAt, field: 'email' })]),
      ...(username === null ? [] : [line('username', { value: `${username.slice(0, 2)}***`, field: 'username' })]),
      passwordHash === null ? line('noPassword') : line('password', { at: passwordChangedAt }),
      ...passkeys.map(({ addedAt, proves }) => line('passkey', { at: addedAt, note: proves ? '' : 'unproven' })),
      ...totpApps.map(({ addedAt }) => line('totp', { at: addedAt })),
      ...(recoveryCodes.madeAt === null ? [] : [line('recoveryCodes', { value: String(recoveryCodes.left), at: recoveryCodes.madeAt })]),
      ...socials.map(({ platform, boundAt }) => line('social', { title: platform, at: boundAt })),
    ];
  },
  async messages({ store: { db, clock }, titleOf }, { look, lang }) {
    const now = clock.now();
    const again = await listMessageCopies(db, { accountId: look.accountId, at: now });
    const since = now - 72 * hour;
    const sent = await listSentMessages(db, { accountId: look.accountId, since, before: undefined, limit: 20 });
    return sent.map(({ id, channel, kind, target, reference, state, at, expires_at: end }) =>
      line(channel, {
        id,
        title: titleOf(kind, lang),
        value: target,
        note: `${state !== 'sent' && end <= now ? 'failed' : state} ${reference}`.trim(),
        at,
        // Until then it can be sent again.
        until: again.get(id) ?? null,
      }),
    );
  },
  async sessions({ store: { db, clock }, apps: { devices } }, { look, account }) {
    const { credentialEpoch } = account;
    const live = await listLiveSessions(db, look, { credentialEpoch, at: clock.now() });
    const agents = await devices.browsers({ accountId: look.accountId, credentialEpoch, at: clock.now() });
    const known = await devices.list({ accountId: look.accountId, credentialEpoch });
    return [
      ...live.map(({ id, address, createdAt, lastSeenAt }) => {
        const { name, os } = describeUserAgent(agents.find(({ sessionId }) => sessionId === id)?.userAgent ?? '');
        const title = [name, os].filter((part) => part !== '').join(', ');
        return line('session', {
          id: id.slice(0, shownId),
          title,
          value: maskIp(address),
          at: createdAt,
          until: lastSeenAt,
          field: 'network',
        });
      }),
      ...known.map(({ id, name, os, osVersion, address, firstSeenAt, lastSeenAt }) =>
        line('device', {
          id,
          title: [name, `${os} ${osVersion}`.trim()].filter((part) => part !== '').join(', '),
          value: maskIp(address),
          at: firstSeenAt,
          until: lastSeenAt,
        }),
      ),
    ];
  },
  async notes({ store }, { look }) {
    const notes = await listDeskNotes(store, look.accountId);
    return notes.map(({ id, at, member, case_ref: caseRef, text }) => line('note', { id, at, title: member, value: text, note: caseRef }));
  },
  async apps({ apps }, { look, lang }) {
    const consents = await apps.consents.list(look.accountId);
    const lines = consents.map(async ({ clientId, authorizedAt, lastUsedAt }) => {
      const app = await apps.clients.find(clientId);
      return line('app', { id: clientId, title: app?.name[lang] ?? clientId, at: authorizedAt, until: lastUsedAt });
    });
    return Promise.all(lines);
  },
  async incidents({ store: { db } }, { look }) {
    const incidents = await listIncidents(db, look.accountId);
    return incidents.map(({ id, state, opened_at: at, opened_by: value, closed_at: until, case_ref: title }) =>
      line('incident', { id, title, value, note: state, at, until }),
    );
  },
  async requests({ store: { db } }, { look }) {
    const requests = await listRequests(db, look.accountId);
    return requests.map(({ number, kind, state, received_at: at, due_at: until }) =>
      line('request', { id: number, title: number, value: kind, note: state, at, until }),
    );
  },
  async looks({ store: { db, clock } }, { look }) {
    const looks = await listDeskLooks(db, { accountId: look.accountId, since: clock.now() - day });
    return looks.map(({ id, member, reason, case_ref: value, opened_at: at }) =>
      // The id of a look opens it, in its own session; here it only names the line.
      line('look', { id: id.slice(0, shownLook), title: member, value, note: reason, at }),
    );
  },
  async timeline({ store: { db, clock }, apps }, { look, lang }) {
    const since = clock.now() - activityDays * day;
    const entries = await listActivity(db, { accountId: look.accountId, since, before: undefined, events: shownEvents });
    const lines = entries.map(async ({ id, at, event, count, browser, os, detail }) => {
      const { client = '', platform = '' } = detailTexts(detail);
      const about = client === '' ? platform : ((await apps.clients.find(client))?.name[lang] ?? client);
      const title = [browser, os].filter((part) => part !== '').join(', ');
      return line(event, { id, at, value: count > 1 ? String(count) : '', title, note: about });
    });
    return Promise.all(lines);
  },
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
const shownEvents = (Object.keys(activityRows) as (keyof typeof activityRows)[]).filter(
  (event): event is ActivityEvent => 'group' in activityRows[event],
);
