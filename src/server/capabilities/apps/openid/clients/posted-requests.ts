import { parse } from 'node:querystring';
import { newId } from '#server/platform/ids.ts';
import { second } from '#server/platform/clock.ts';
import { openidAdapter, type AdapterDeps } from '../adapter.ts';
import { authorizer, type Authorizer } from '../tokens/authorizer.ts';
import { storedParameters } from '../bounds/request-bounds.ts';
import { waitingLifeMs } from '../bounds/room-for-strangers.ts';

const model = 'PostedRequest';

/**
 * Keeps a request that came by POST (OpenID Connect Core 3.1.2.1, RP-Initiated Logout 1.0 section 2). A POST of another
 * site carries none of our cookies, which are SameSite=Lax; the GET that follows it does. Returns the id by which that
 * GET names it: 128 bits, worth what a link with the same parameters is worth. Undefined for a request that is too long
 * or has nothing to be kept.
 */
export async function keepPosted(deps: AdapterDeps, browser: Authorizer, body: string): Promise<string | undefined> {
  const pairs = Object.entries(parse(body)).flatMap(([name, value]) =>
    [value ?? ''].flat().map((one): readonly [string, string] => [name, one]),
  );
  const params = storedParameters(pairs);
  if (params === undefined || params.length === 0) return undefined;
  const id = newId();
  await authorizer.run(browser, async () =>
    openidAdapter(deps, model).upsert(id, { kind: model, params: { pairs: params } }, waitingLifeMs.nobody / second),
  );
  return id;
}

/** The query of a posted request; undefined for an unknown or expired one. */
export async function findPosted(deps: AdapterDeps, id: string): Promise<string | undefined> {
  const found = await openidAdapter(deps, model).find(id);
  const pairs = found?.params?.['pairs'];
  if (!Array.isArray(pairs)) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept only by `keepPosted`
  return new URLSearchParams(pairs as [string, string][]).toString();
}
