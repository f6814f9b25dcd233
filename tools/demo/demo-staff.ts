import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StaffRole } from '#contract/operations/desk/roles.ts';
import { runApprovals } from '#server/admin/people/approvals.ts';
import { runStaff } from '#server/admin/people/staff.ts';
import { Waiting } from '#server/capabilities/operations/desk/acts/do-act.ts';
import { findAccount } from '#server/capabilities/operations/desk/person/find-account.ts';
import { addStaff, linkStaff } from '#server/capabilities/operations/desk/staff/staff.ts';
import { totpCode, totpStep } from '#server/core/sign-in/two-step/totp.ts';
import { loadConfig } from '#server/platform/settings/config.ts';
import { newAuthenticator, type Authenticator } from '#server/testing/people/authenticator.ts';
import { expectOk, type HttpClient } from '#server/testing/server/http-client.ts';
import { demoBrowser } from './demo-browser.ts';
import type { DemoStage } from './demo-stage.ts';

/** A member of staff, with an account that is protected by two steps. */
export interface DemoMember {
  readonly name: string;
  readonly role: StaffRole;
  readonly phone: string;
  readonly password: string;
}

const password = 'Cedar-2026-desk';

/** The leads are made by the shell; they give the others their roles. */
export const demoStaff: readonly DemoMember[] = [
  { name: 'L1', role: 'lead', phone: '13700000001', password },
  { name: 'L2', role: 'lead', phone: '13700000002', password },
  { name: 'A1', role: 'auditor', phone: '13700000003', password },
  { name: 'K4', role: 'agent', phone: '13700000004', password },
  { name: 'R1', role: 'reviewer', phone: '13700000005', password },
  { name: 'V1', role: 'viewer', phone: '13700000006', password },
];

const file = (folder: string) => join(folder, 'staff.json');

/**
 * The key of each member's authenticator app, by name; none for a demo from before there was a desk. It protects nothing: the
 * demo runs only on this machine.
 */
export function readStaffKeys(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(file(folder))) return {};
  const keys: Readonly<Record<string, string>> = JSON.parse(readFileSync(file(folder), 'utf8'));
  return keys;
}

/** Makes the accounts of the staff, each with an authenticator app, and with a passkey where the role needs one. */
export async function hireStaff(stage: DemoStage, folder: string): Promise<void> {
  const keys: Record<string, string> = {};
  for (const member of demoStaff) {
    const browser = demoBrowser(stage.origin, { language: 'zh-CN' }, office);
    await browser.register(member);
    keys[member.name] = await protect(stage, browser, member);
  }
  writeFileSync(file(folder), JSON.stringify(keys));
}

/** A browser of the office where the staff works. */
export const office = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0',
  clientIp: '192.0.2.80',
} as const;

async function protect({ origin, clock }: DemoStage, browser: HttpClient, { role, password: known }: DemoMember): Promise<string> {
  const prove = async (action: string) => expectOk(await browser.post('/account/auth', { method: 'password', password: known, action }));
  if (role === 'lead' || role === 'auditor') {
    await prove('addPasskey');
    const begun = await browser.post<{ publicKey: Parameters<Authenticator['register']>[0] }>('/passkey/register/begin', {
      purpose: 'settings',
    });
    // The key that they forgot at home: the demo's visitor signs in with the app.
    const credential = newAuthenticator({ origin, rpId: 'localhost' }).register(expectOk(begun).publicKey);
    expectOk(await browser.post('/passkey/register/finish', { credential }));
  }
  await prove('enableTwoStep');
  const { id, secret } = expectOk(await browser.post<{ id: string; secret: string }>('/totp/begin', {}));
  expectOk(await browser.post('/totp/finish', { id, code: totpCode(fromBase32(secret), totpStep(clock.now())) }));
  expectOk(await browser.post('/recovery-codes/make', {}));
  expectOk(await browser.post('/two-step/enable', { codes: 'saved' }));
  return secret;
}

/** Gives each member the role and the account: the leads by the operator's command, the others by both of them. */
export async function giveRoles({ wiring, clock }: DemoStage, environment: NodeJS.ProcessEnv): Promise<void> {
  const { core } = wiring;
  const { db, keyring } = core.store;
  const admin = { db, keyring, clock, config: loadConfig(environment) };
  const reason = 'works at the desk';
  const deps = { door: 'shell', db, keyring, clock, audit: core.journal.audit, accounts: core.identity.accounts } as const;
  const approved = async (asked: boolean | Waiting) => {
    if (!(asked instanceof Waiting)) throw new Error('It does not wait for a second lead.');
    const { id, digest } = asked.approval;
    await runApprovals(admin, ['approvals', 'approve', `=${id}`, '--digest', `=${digest}`, '--reason', 'known to me', '--operator', 'L2']);
  };
  for (const { name, role, phone } of demoStaff) {
    if (role === 'lead') {
      await runStaff(admin, ['staff', 'lead', name, '--account', phone, '--reason', reason, '--operator', 'root']);
      continue;
    }
    await approved(await addStaff(deps, { name, role, operator: 'L1', reason }));
    const account = await findAccount(deps, phone);
    if (account === undefined) throw new Error(`${name} has no account.`);
    await approved(await linkStaff(deps, { name, operator: 'L1', reason, account }));
  }
}

/** The bytes of the key of an authenticator app. */
export function fromBase32(text: string): Uint8Array {
  const bits = Array.from(text, (letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
