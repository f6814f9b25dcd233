// @one-database
/** Role × call over HTTP, generated from the rows and the table: 100 % of the cells, each with its control. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskEndpoints } from '#contract/operations/desk/all.ts';
import { staffActs, staffRoles, type StaffRole } from '#contract/operations/desk/roles.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { CallSchema } from '#contract/schema.ts';
import { deskSchemas } from '#contract/operations/desk/calls/all.schemas.ts';
import { enter, newDeskBrowser, newMember, type DeskBrowser, type DeskMember } from '#server/testing/people/desk.ts';
import { readAllRows, rowsSince } from '#server/testing/lives/all-rows.ts';
import { sampleBody } from '#server/testing/server/sample-body.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;
const members = new Map<StaffRole, { readonly member: DeskMember; readonly desk: DeskBrowser }>();

beforeAll(async () => {
  app = await buildTestApp({ desk: true, config: { rateFactor: 1000 } });
  for (const role of staffRoles) {
    const member = await newMember(app, role);
    members.set(role, { member, desk: await enter(app, member) });
  }
});

afterAll(() => app.close());

interface Row {
  readonly name: string;
  readonly row: Endpoint;
  readonly body: Readonly<Record<string, unknown>>;
}

const rows: readonly Row[] = Object.entries(deskEndpoints).flatMap(([group, endpoints]) =>
  Object.entries<Endpoint>(endpoints)
    .filter(([, { access }]) => access === 'desk')
    .map(([name, row]) => {
      const schemas: Readonly<Record<string, CallSchema>> = deskSchemas[group as keyof typeof deskSchemas];
      const { body } = schemas[name] ?? {};
      return { name, row, body: body === undefined ? {} : sampleBody(body) };
    }),
);

async function call(desk: DeskBrowser, { row, body }: Row): Promise<number> {
  const path = row.path.replaceAll(/:\w+/g, 'x'.repeat(22));
  const answer = await (row.method === 'GET' ? desk.get(path) : row.method === 'POST' ? desk.post(path, body) : desk.delete(path));
  return answer.code;
}

/** Browsers with their own key: with the cookie of a lead, with an ordinary session, and with a session that nobody has. */
async function strangers(): Promise<readonly DeskBrowser[]> {
  const found = members.get('lead');
  if (found === undefined) throw new Error('There is no lead.');
  const made = await newDeskBrowser(app);
  made.browser.cookies.set('desk', 'x'.repeat(43));
  const stolen = await newDeskBrowser(app, { from: found.desk.browser });
  return [stolen, await newDeskBrowser(app, { from: found.member.person.browser }), made, await newDeskBrowser(app)];
}

function mayCall(role: StaffRole, { staffAct: act = 'any' }: Endpoint): boolean {
  return act === 'any' || ['may', 'asks', 'asks and approves'].includes(staffActs[act].grants[role]);
}

// Leaving ends the session of the test.
const cells = staffRoles.flatMap((role) => rows.filter(({ name }) => name !== 'deskLeave').map((each) => ({ role, ...each })));

describe('every call of the desk', () => {
  it.each(cells)('$name as $role', async ({ role, ...each }) => {
    const desk = members.get(role)?.desk;
    if (desk === undefined) throw new Error(`There is no ${role}.`);
    const code = await call(desk, each);
    if (mayCall(role, each.row)) expect([401, 403, 404, 500, 3060]).not.toContain(code);
    else expect(code).toBe(3060);
  });

  it.each(rows)('$name is closed to a stolen cookie, an ordinary session and nobody', async (row) => {
    for (const stranger of await strangers()) expect(await call(stranger, row)).toBe(401);
  });

  it('leaves no row of any of them but counts', async () => {
    const before = await readAllRows(app);
    for (const stranger of await strangers()) for (const row of rows) await call(stranger, row);
    const left = rowsSince(before, await readAllRows(app));
    expect([...left].filter(([table, added]) => added.length > 0 && table !== 'rate_windows')).toEqual([]);
  });

  it.each(rows)('$name is closed to a held member', async (row) => {
    const held = await newMember(app, 'lead');
    const desk = await enter(app, held);
    const lead = await newMember(app, 'lead');
    const { holdStaff } = await import('./staff/staff.ts');
    const { db, clock, keyring } = app.wiring.core.store;
    const deps = { door: 'desk' as const, db, clock, keyring, audit: app.wiring.core.journal.audit };
    expect(await holdStaff(deps, { name: held.name, operator: lead.name, reason: 'left' })).toBe(true);
    expect(await call(desk, row)).toBe(3066);
  });
});
