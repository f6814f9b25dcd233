import { execFile } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freshEmail, freshPhone } from '#server/testing/server/http-client.ts';
import { operatorsEnvironment } from './server.ts';

const admin = fileURLToPath(new URL('../../src/server/admin/main.ts', import.meta.url));

/** The password of every legacy account in these tests. */
export const legacyPassword = 'an old Password 7';

export interface LegacyAccount {
  readonly phone: string;
  readonly email: string;
  readonly username: string;
  readonly nickname: string;
}

/** A waiting legacy account, imported by the operator's command beside the running server. */
export async function importLegacy(wish: { readonly phone?: string; readonly email?: string } = {}): Promise<LegacyAccount> {
  const number = randomInt(1_000_000_000);
  const names = { username: `old_${number}`, nickname: `old${number}` };
  const account = { phone: wish.phone ?? freshPhone(), email: wish.email ?? freshEmail(), ...names };
  const salt = Buffer.from(`salt ${number}`);
  const hash = createHash('sha256').update(salt).update(legacyPassword).digest('base64');
  const password = { scheme: 'sha256', saltPlace: 'before', salt: salt.toString('base64'), hash };
  const profile = { company: 'Old Works', gender: 2 };
  const row = { id: `old-${number}`, ...account, phoneVerified: true, emailVerified: true, password, region: 'CN', profile };
  const folder = await mkdtemp(join(tmpdir(), 'cedar-id-legacy-'));
  try {
    const file = join(folder, 'legacy.jsonl');
    await writeFile(file, JSON.stringify(row));
    await promisify(execFile)(process.execPath, [admin, 'legacy', 'import', file], { env: operatorsEnvironment() });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return account;
}
