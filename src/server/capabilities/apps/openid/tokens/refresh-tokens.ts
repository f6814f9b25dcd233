import Provider, { errors, type AdapterPayload } from 'oidc-provider';
import type { OpenidRecords, FoundRecord } from '#server/core/apps/openid/records.repository.ts';
import { replaceRefreshToken } from '#server/core/apps/openid/records.guarded.ts';
import { second } from '#server/platform/clock.ts';
import { newToken, sha256 } from '#server/platform/ids.ts';
import type { Store } from '#server/core/store.ts';

interface RefreshDeps {
  readonly store: Store;
  readonly apps: { readonly records: OpenidRecords };
}

const model = 'RefreshToken';
const purpose = `openid:${model}` as const;

/**
 * Time in which a replaced refresh token may come again, because its answer was lost or two tabs ask at once: it is
 * answered with the same successor. Any other use of it ends the family (RFC 9700 section 4.14.2).
 */
const forgivenMs = 10 * second;

/** The payload of a replaced token also holds the token that took its place. */
interface Replaced extends AdapterPayload {
  readonly successor?: string;
}

/** The successor in each running request: the library asks for the value of a token when it saves it. */
const successors = new WeakMap<object, string>();

/** Makes a replacement take the one successor of its predecessor. */
export function nameSuccessors(provider: Provider): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- missing in the library's types
  const library = provider.RefreshToken.prototype as unknown as { generateTokenId: () => string };
  const generate = library.generateTokenId;
  library.generateTokenId = function named(): string {
    return (Provider.ctx && successors.get(Provider.ctx.oidc)) ?? generate.call(this);
  };
}

/** Whether a replaced token may be answered once more: it is seconds ago, and nobody has used its successor. */
export async function isForgiven(
  { store: { clock, keyring }, apps: { records } }: RefreshDeps,
  { consumedAt, sealed }: Pick<FoundRecord, 'consumedAt' | 'sealed'>,
): Promise<boolean> {
  if (consumedAt === null || clock.now() - consumedAt >= forgivenMs) return false;
  const { successor } = readReplaced(keyring, sealed);
  if (successor === undefined) return false;
  const next = await records.find({ model, id: sha256(successor) });
  // The request that replaced the token may not have written its successor yet.
  return next === undefined || next.consumedAt === null;
}

/**
 * Replaces a token by its one successor: callers at once get the same.
 * @throws {errors.InvalidGrant}
 */
export async function replaceOnce(deps: RefreshDeps, id: string): Promise<void> {
  const {
    store: { db, clock, keyring },
    apps: { records },
  } = deps;
  const found = await records.find({ model, id });
  if (found === undefined || Provider.ctx === undefined) throw new errors.InvalidGrant('grant request is invalid');
  const fresh = newToken();
  const sealed = keyring.seal(purpose, JSON.stringify({ ...readReplaced(keyring, found.sealed), successor: fresh } satisfies Replaced));
  const isFirst = found.consumedAt === null && (await replaceRefreshToken(db, { id, at: clock.now(), sealed }));
  const replaced = isFirst ? undefined : await records.find({ model, id });
  if (!isFirst && (replaced === undefined || !(await isForgiven(deps, replaced))))
    throw new errors.InvalidGrant('grant request is invalid');
  const successor = replaced === undefined ? fresh : readReplaced(keyring, replaced.sealed).successor;
  if (successor !== undefined) successors.set(Provider.ctx.oidc, successor);
}

function readReplaced(keyring: Store['keyring'], sealed: string): Replaced {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed only by the adapter and by `replaceOnce`
  return JSON.parse(keyring.open(purpose, sealed)) as Replaced;
}
