import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { maskPhone } from '#contract/masks.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import { signApproval } from '#server/core/operations/staff/approvals.guarded.ts';
import { newId } from '#server/platform/ids.ts';
import { enter, newDeskBrowser, type DeskBrowser } from '#server/testing/people/desk.ts';
import { newAppBody } from '#server/testing/apps/developers.ts';
import { expectOk, type HttpClient } from '#server/testing/server/http-client.ts';
import { demoBrowser } from './demo-browser.ts';
import { demoPeople } from './demo-people.ts';
import { totpCode, totpStep } from '#server/core/sign-in/two-step/totp.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import { demoStaff, fromBase32, office, readStaffKeys } from './demo-staff.ts';
import type { DemoStage } from './demo-stage.ts';

/** A person whom the desk helps, and who cannot be signed in as: the account is locked. */
export const lockedPhone = '13600136021';

/** Everybody who waits for the desk: developers, people with questions, and a person whose account was taken over. */
export async function needTheDesk(stage: DemoStage, laptops: readonly HttpClient[]): Promise<void> {
  const [chinese, english] = laptops;
  if (chinese === undefined || english === undefined) throw new Error('The demo has two people.');
  await chinese.post('/account/requests', {
    kind: 'correct',
    topic: 'profile',
    text: '我的生日填错了，应为 1996 年 4 月 18 日。',
    key: newId(),
  });
  await english.post('/account/requests', {
    kind: 'explain',
    topic: 'security',
    text: 'Why was I asked for a code again on the laptop that I use every day?',
    key: newId(),
  });
  await developApps(stage, english);
  const third = demoBrowser(stage.origin, { language: 'zh-CN' }, demoPeople[0]?.mobile ?? office);
  await third.register({ phone: lockedPhone, password: 'Cedar-2026-lost' });
  await sendMessages(stage);
}

/** Apps of a developer: one that runs, one that waits for its first review, and one whose change waits. */
async function developApps({ wiring, clock }: DemoStage, developer: HttpClient): Promise<void> {
  const { db } = wiring.core.store;
  const { agreement } = expectOk(await developer.get<{ agreement: string }>('/developer'));
  expectOk(await developer.post('/developer/begin', { agreement }));
  const apps = [
    { en: 'Meridian Notes', zh: '子午笔记', host: 'notes.example.com', state: 'live', picture: 'cedar-weather' },
    { en: 'Harbor Chat', zh: '港湾聊天', host: 'chat.example.com', state: 'review', picture: 'pinecone-music' },
    { en: 'Tax Helper', zh: '报税助手', host: 'tax.example.com', state: 'review', picture: '' },
  ] as const;
  for (const [index, { en, zh, host, state, picture }] of apps.entries()) {
    const body = newAppBody({ name: { zh_CN: zh, en_US: en }, redirectUris: [`https://${host}/callback`, `https://old.${host}/cb`] });
    const { app } = expectOk(await developer.post<{ app: { clientID: string } }>('/developer/apps', body));
    const id = app.clientID;
    const at = clock.now() - (index + 1) * 20 * hour;
    const icon =
      picture === ''
        ? ''
        : `data:image/png;base64,${(await readFile(join(import.meta.dirname, 'pictures', `${picture}.png`))).toString('base64')}`;
    await sql`update openid_clients set state = ${state}, publisher_domain = ${host}, domain_state = 'proven', domain_by = 'dns',
      domain_seen_at = ${at}, live_at = ${state === 'live' ? at : null}, scope_reasons = '[{"scope":"email","reason":"To share a list by mail."}]',
      metadata = json_set(metadata, '$.icon', ${icon}, '$.links.home', ${`https://${host}/`}) where id = ${id}`.execute(db.q());
    const changes =
      state === 'live'
        ? {
            name: { zh_CN: `${zh}与任务`, en_US: `${en} and Tasks` },
            redirectUris: [`https://${host}/callback`, `https://tasks.${host}/callback`],
            scopes: ['openid', 'profile', 'email'],
          }
        : {};
    await sql`insert into app_versions (id, client_id, changes, state, reasons, asked_at, open)
      values (${newId()}, ${id}, ${JSON.stringify(changes)}, 'asked', '', ${at}, ${id})`.execute(db.q());
  }
}

/** Messages of three days, some of which did not arrive, and a freeze that two sides dispute. */
async function sendMessages({ wiring, clock }: DemoStage): Promise<void> {
  const { db } = wiring.core.store;
  const now = clock.now();
  const accountOf = async (phone: string) => {
    const found = await sql<{ account_id: string }>`select account_id from identifiers where kind = 'phone' and value = ${phone}`.execute(
      db.q(),
    );
    return found.rows[0]?.account_id ?? '';
  };
  const people = [{ phone: lockedPhone, email: 'li@example.com' }, ...demoPeople];
  const sent = [
    ['sms', 'login', 'sent', 2 * minute, ''],
    ['email', 'newBrowser', 'sent', 5 * hour, 'P4TC-2HNA'],
    ['sms', 'frozen', 'failed', 6 * hour, ''],
    ['email', 'passwordChanged', 'held', 30 * hour, '7K2Q-9DMX'],
  ] as const;
  for (const { phone, email } of people) {
    const accountId = await accountOf(phone);
    for (const [channel, kind, state, ago, reference] of sent) {
      const target = channel === 'sms' ? maskPhone(phone) : maskEmail(email);
      const given =
        reference === '' || phone === lockedPhone
          ? reference
          : `${newId()
              .replaceAll(/[^A-Za-z]/g, 'X')
              .slice(0, 4)
              .toUpperCase()}-${reference.slice(5)}`;
      await sql`insert into sent_messages (id, account_id, at, expires_at, channel, kind, target, reference, state)
        values (${newId()}, ${accountId}, ${now - ago}, ${now - ago + hour}, ${channel}, ${kind}, ${target}, ${given}, ${state})`.execute(
        db.q(),
      );
    }
  }
  await sql`insert into incidents (id, account_id, state, opened_at, opened_by, event, window_from, why, opened_via, muted, closed_at, operator, case_ref)
    values (${newId()}, ${await accountOf(lockedPhone)}, 'frozen', ${now - 3 * hour}, 'phone', '', ${now - day}, 'password', '', '', null, '', 'CS-20251120-031')`.execute(
    db.q(),
  );
}

/** What the staff did today, by the calls of the desk. */
export async function workAtTheDesk(stage: DemoStage, folder: string): Promise<void> {
  const why = { reason: 'fraud', caseRef: 'CS-20251120-031' };
  const agent = await enterAs(stage, 'K4');
  const reading = { reason: 'asked', caseRef: 'CS-20251122-077' };
  for (const { phone } of demoPeople) await look(agent, phone, reading);
  const taken = await look(agent, lockedPhone, why);
  expectOk(await agent.post('/act/lock', { ...taken, ...why }));
  const again = await look(agent, lockedPhone, reading);
  const { data: asked } = await agent.post<{ approval: string }>('/act/unlock', { ...again, ...reading });
  // The member has signed it with their app.
  await signApproval(stage.wiring.core.store.db, { id: asked.approval, by: 'K4', at: stage.clock.now(), askedWith: '' });
  // Nobody opens the own account: it is refused, and an alarm.
  await agent.post('/person/find', { text: demoStaff.find(({ name }) => name === 'K4')?.phone ?? '', ...reading });
  expectOk(
    await agent.post('/break-glass', {
      nonce: newId(),
      look: (await look(agent, lockedPhone, why)).look,
      caseRef: why.caseRef,
      text: '用户来电称账号正在被转走，主管均未应答。',
      code: totpCode(fromBase32(readStaffKeys(folder)['K4'] ?? ''), totpStep(stage.clock.now())),
    }),
  );
  const lead = await enterAs(stage, 'L1');
  expectOk(await lead.post('/publications', { types: ['privateAgreement'] }));
  const reviewer = await enterAs(stage, 'R1');
  const { items } = expectOk(await reviewer.get<{ items: readonly { id: string }[] }>('/queues/reviews'));
  expectOk(await reviewer.post('/queues/take', { queue: 'reviews', item: items.at(-1)?.id ?? '' }));
}

async function look(desk: DeskBrowser, text: string, why: object): Promise<{ readonly look: string; readonly version: number }> {
  const { look: id } = expectOk(await desk.post<{ look: string }>('/person/find', { text, ...why }));
  const { version } = expectOk(await desk.post<{ version: number }>('/person/card', { look: id, card: 'state' }));
  return { look: id, version };
}

/** The desk in a browser of the office, as after the member's sign-in. */
async function enterAs(stage: DemoStage, name: string): Promise<DeskBrowser> {
  const member = demoStaff.find((each) => each.name === name);
  const { wiring, clock, origin } = stage;
  const found = await sql<{ account_id: string }>`select account_id from staff where name = ${name}`.execute(wiring.core.store.db.q());
  if (member === undefined) throw new Error(`${name} is no member.`);
  const newBrowser = () => demoBrowser(origin, { language: 'zh-CN' }, office);
  const site = { wiring, clock, newBrowser, config: { desk: { url: origin } } };
  return enter(site, { accountId: found.rows[0]?.account_id ?? '' }, await newDeskBrowser(site));
}
