// @one-database
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#server/testing/server/test-database.ts';
import { createKeyring } from './keyring.ts';
import { keyColumns, sealedColumns } from '#server/core/database/key-columns.ts';
import { inheritedPurposes, purposes } from './purposes.ts';

const root = join(import.meta.dirname, '../../../..');
const sources = new Map<string, string>();
const keyring = createKeyring(Buffer.alloc(32, 7));

beforeAll(async () => {
  for await (const path of glob('src/server/**/*.ts', { cwd: root })) {
    if (!path.endsWith('.test.ts') && !path.includes('/testing/')) sources.set(path, readFileSync(join(root, path), 'utf8'));
  }
});

/** Hashes of random values and of texts for everybody, made without a key: only SHA-256. */
const withoutKey: readonly string[] = [
  'uploads.ticket_hash',
  'legacy_merges.undo_hash',
  'trials.state_hash',
  'exports.ticket_hash',
  'deletions.receipt_hash',
  'documents.digest',
  'publication_drafts.digest',
  'consent_ledger.digest',
];

/**
 * Signatures of foreign protocols with their own secrets, field key pairs: their users, and their page.
 */
const otherMakers: readonly string[] = [
  'src/server/app/api/open-api.ts',
  'src/server/core/apps/openid/subjects.ts',
  'src/server/capabilities/apps/signals/signal-forms.ts',
  'src/server/core/sign-in/two-step/totp.ts',
  'src/server/platform/blob/sealed-file.ts',
  'src/server/platform/limits/captcha/geetest-captcha.ts',
  'src/server/platform/crypto/field-keys.ts',
  'src/server/platform/sending/sms/acs3-signature.ts',
  'src/server/platform/sending/sms/tc3-signature.ts',
  'src/server/platform/sending/sms/twilio-signature.ts',
];

describe('the purposes of keys', () => {
  it('are complete: another one does not compile', () => {
    // @ts-expect-error -- its behavior on a rotation is not declared
    expect(keyring.mac('unheard-of', '')).toMatch(/^[\w-]{43}$/);
    // @ts-expect-error -- a purpose of MACs seals nothing
    expect(keyring.seal('csrf', '')).toMatch(/^[\w-]+$/);
    // @ts-expect-error -- and a purpose of seals makes no MACs
    expect(keyring.macs('outbox', '')).toHaveLength(1);
    // @ts-expect-error -- nor keys
    expect(keyring.key('code')).toHaveLength(32);
  });

  it('are each used somewhere', () => {
    const others = [...sources].filter(([path]) => !/(?:crypto\/purposes|root-keys\/key-columns)\.ts$/.test(path)).map(([, text]) => text);
    const unused = Object.keys(purposes).filter((purpose) => others.every((text) => !new RegExp(`['\`]${purpose}['\`:]`).test(text)));
    expect(unused).toEqual([]);
  });

  it('are the only source of keys, MACs and ciphers', () => {
    const makers = [...sources].filter(([, text]) => /createHmac|createCipheriv|createDecipheriv|hkdf|scryptSync|subtle\./.test(text));
    const known = [...otherMakers, 'src/server/platform/crypto/keyring.ts'];
    expect(makers.map(([path]) => path).toSorted()).toEqual(known.toSorted());
  });

  it('list every column with keyed values', async () => {
    const database = await openTestDatabase();
    const tables = await database.db.q().introspection.getTables();
    await database.close();
    const columns = tables.flatMap(({ name, columns: own }) => own.map((column) => `${name}.${column.name}`));
    const looks = columns.filter((column) => /\.(sealed(?!_at)\w*|\w*_hash|\w*mac|digest|hardware|user_code|subject)$/.test(column));
    const listed = new Set<string>(Object.values(keyColumns).flatMap((own) => [...own]));
    // `through_mac` copies keyed hashes of seals; a platform's own id has no key; the key of pairwise ids never rotates.
    const copies = ['audit_seals.through_mac', 'social_subjects.subject', 'openid_consents.subject'];
    expect(looks.filter((column) => ![...withoutKey, ...copies].includes(column) && !listed.has(column))).toEqual([]);
    expect([...listed].filter((column) => !columns.includes(column))).toEqual([]);
    expect(sealedColumns.length + inheritedPurposes.length).toBeGreaterThan(15);
  });
});
