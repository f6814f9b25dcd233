import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createHash } from 'node:crypto';
import { finished } from 'node:stream/promises';

/** Interval of damaged rows, as in files of real systems. */
export const damagedEvery = 500;

/**
 * Writes an import file of legacy accounts (docs/operations.md), row by row: the same rows for the same count. Contacts
 * are unique; passwords use every scheme that an import accepts, and one account in ten has none.
 */
export async function writeLegacyRows(file: string, count: number): Promise<void> {
  const out = createWriteStream(file, { mode: 0o600 });
  for (let n = 0; n < count; n += 1) {
    const text = n % damagedEvery === damagedEvery - 1 ? damagedRow(n) : JSON.stringify(legacyRow(n));
    if (!out.write(`${text}\n`)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
}

function legacyRow(n: number): Readonly<Record<string, unknown>> {
  const hasPhone = n % 10 < 8;
  const hasEmail = n % 10 > 5;
  return {
    id: n + 100_000,
    ...(hasPhone && { phone: `13${String(n).padStart(9, '0')}`, phoneVerified: n % 7 > 0 }),
    ...(hasEmail && { email: `Person.${n}@mail${n % 40}.example`, emailVerified: n % 3 > 0 }),
    ...(n % 5 > 0 && { username: `person_${n}` }),
    ...(n % 4 > 0 && { nickname: `旧账号${n}` }),
    ...(n % 10 !== 9 && { password: passwordOf(n) }),
    region: n % 20 === 0 ? 'DE' : 'CN',
    language: n % 20 === 0 ? 'en_US' : 'zh_CN',
    createdAt: new Date(Date.UTC(2012, n % 96, 1 + (n % 28))).toISOString(),
    profile: profileOf(n),
  };
}

/** Hashes of the right shape that match no password, using every scheme in turn. */
export function passwordOf(n: number): Readonly<Record<string, unknown>> {
  const digest = createHash('sha256').update(String(n)).digest();
  const [salt, hash] = [digest.subarray(0, 16).toString('base64'), digest.toString('base64')];
  switch (n % 4) {
    case 0:
      return { scheme: 'bcrypt', hash: `$2b$10$${digest.toString('hex').slice(0, 53)}` };
    case 1:
      return { scheme: 'pbkdf2', digest: 'sha256', iterations: 100_000, salt, hash };
    case 2:
      return { scheme: 'sha256', saltPlace: n % 8 === 2 ? 'before' : 'after', salt, hash };
    default:
      return { scheme: 'scrypt', cost: 16_384, blockSize: 8, parallelism: 1, salt, hash };
  }
}

function profileOf(n: number): Readonly<Record<string, unknown>> {
  if (n % 3 === 0) return {};
  return {
    gender: n % 3,
    birthday: `19${50 + (n % 50)}-0${1 + (n % 9)}-1${n % 10}`,
    realName: `李雷${n % 1000}`,
    company: `公司 ${n % 5000}`,
  };
}

function damagedRow(n: number): string {
  const row = legacyRow(n);
  const kind = Math.floor(n / damagedEvery) % 3;
  if (kind === 0) return JSON.stringify(row).slice(0, 40);
  return JSON.stringify(kind === 1 ? { ...row, phone: '12345' } : { ...row, password: { scheme: 'md5', hash: 'x' } });
}
