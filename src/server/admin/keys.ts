import type { Store } from '#server/core/store.ts';
import { parseArgs } from 'node:util';
import { createAccounts } from '#server/core/account/accounts/accounts.repository.ts';
import { createAudit } from '#server/core/protection/audit/audit.ts';
import { createDocumentKeys } from '#server/core/protection/documents/document-keys.ts';
import { createLegacyAccounts } from '#server/core/account/legacy/legacy-accounts.ts';
import type { Need } from '#server/capabilities/operations/keys/bequests.ts';
import { keysStatus, type KeyStatus } from '#server/capabilities/operations/keys/key-status.ts';
import { rekey, type Rekeyed } from '#server/capabilities/operations/keys/rekey.ts';
import { sealedColumns, type SealedColumn } from '#server/core/database/key-columns.ts';
import { sealedThings, silenceMs, timeOf } from '#server/core/operations/keys/root-keys.ts';
import { second } from '#server/platform/clock.ts';
import { AdminError, adminHelp, ownOperator } from './admin-command.ts';
import { runOpenid } from './apps/openid.ts';
import { startProgress } from './progress.ts';

const brokenShown = 20;

/**
 * `keys status`, `keys rekey` and `keys rotate [field|documents]`. Exit code 2 when something is still sealed with an earlier
 * root key, or a server uses one.
 * @throws {AdminError}
 */
export async function run(args: readonly string[], deps: Store): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { operator: { type: 'string', default: ownOperator() } },
  });
  const [, verb, ...rest] = positionals;
  if (verb === 'rotate' && rest.length === 1 && rest[0] === 'documents') {
    console.log(`The key ${await createDocumentKeys(deps).rotate()} signs copies and receipts from now on. Earlier ones stay published.`);
    return 0;
  }
  if (verb === 'rotate') {
    console.log((await runOpenid(deps, positionals)).result);
    return 0;
  }
  if (rest.length > 0) throw new AdminError(adminHelp);
  if (verb === 'status') {
    console.log(await statusText(deps));
    return 0;
  }
  if (verb !== 'rekey') throw new AdminError(adminHelp);
  const rekeyed = await rekeyShown(deps, values.operator);
  console.log(rekeyedText(deps, rekeyed));
  return rekeyed.broken.length + rekeyed.inUse.length > 0 ? 2 : 0;
}

async function rekeyShown(deps: Store, operator: string): Promise<Rekeyed> {
  const { db, keyring } = deps;
  const accounts = createAccounts(deps);
  const progress = startProgress(sealedColumns.length);
  const onProgress = (column: SealedColumn, done: number) =>
    progress.show(sealedColumns.indexOf(column), `${done} ${sealedThings[column]}`);
  const all = { ...deps, audit: createAudit(deps), legacyAccounts: createLegacyAccounts({ db, keyring, accounts }) };
  const rekeyed = await rekey(all, { operator, onProgress });
  progress.show(sealedColumns.length, 'done');
  progress.end();
  return rekeyed;
}

/** The output of `keys rekey`. */
function rekeyedText({ keyring }: Store, { resealed, broken, ended, inUse }: Rekeyed): string {
  return [
    `Sealed again with ${keyring.name}: ${[...resealed].map(([column, count]) => `${count} ${sealedThings[column]}`).join(', ') || 'nothing'}.`,
    ...broken.slice(0, brokenShown).map(({ column, key }) => `BROKEN ${column} of ${key.join(' ')}: no key opens it`),
    ...(broken.length > brokenShown ? [`… and ${broken.length - brokenShown} more`] : []),
    ...ended.map((name) => `The key ${name} has ended: nothing is sealed with it, and a start needs it no longer.`),
    ...inUse.map(
      (name) =>
        `The key ${name} is still in use, or was a moment ago. When every server has the new SECRET_KEY, run this again after ${silenceMs / second} seconds.`,
    ),
  ].join('\n');
}

const things: Readonly<Record<Need, string>> = {
  trail: 'seals of the audit trail, until they are too old',
  names: 'reserved names, at most',
  formers: 'former phones and emails',
  devices: 'devices, until they are removed',
  recoveryCodes: 'recovery codes, until their owners make new ones',
  upgraded: 'upgraded legacy accounts, which no import brings back',
};

/** The output of `keys status`. */
async function statusText(deps: Store): Promise<string> {
  const { keys, unknown } = await keysStatus(deps);
  const at = await timeOf(deps);
  const lost = [...unknown].map(([column, count]) => `          ${count} ${sealedThings[column]} (${column})`);
  return [
    ...keys.flatMap((key) => [
      `${key.name}  ${roleOf(key, at)}`,
      ...[...key.sealed].map(([column, count]) => `          ${count} ${sealedThings[column]} (${column})`),
      ...key.kept.map(
        ({ need, count, until }) => `          kept for ${count} ${things[need]}${until === null ? '' : `: until ${moment(until)}`}`,
      ),
    ]),
    ...(lost.length > 0 ? ['?         no key that is known here has sealed', ...lost] : []),
  ].join('\n');
}

function roleOf({ isCurrent, isConfigured, usedAt, endedAt, runsOutAt, sealed }: KeyStatus, at: number): string {
  if (isCurrent) return 'SECRET_KEY: seals';
  if (usedAt === undefined) return 'accepted, has sealed nothing yet: it may become SECRET_KEY once every instance accepts it';
  if (endedAt === null) {
    const isUsed = at - usedAt < silenceMs;
    const last = `last used at ${moment(usedAt)}`;
    if (isUsed) return `accepted, ${last}: a server or a command has it as SECRET_KEY, or had a moment ago`;
    return `accepted, ${last}; ${sealed.size > 0 ? 'needed for the columns below' : 'nothing is sealed with it'}: run keys rekey`;
  }
  const short = runsOutAt > at ? `; earlier codes and pages may need it until ${moment(runsOutAt)}` : '';
  return isConfigured ? `has ended: may be taken out of SECRET_KEYS_ACCEPTED${short}` : `has ended at ${moment(endedAt)}`;
}

function moment(at: number): string {
  return new Date(at).toISOString();
}
