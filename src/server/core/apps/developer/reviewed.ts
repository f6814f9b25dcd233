import { appFields, isReviewed, type AppField, type ReviewedField } from '#contract/apps/developer/developer.words.ts';
import type { OpenidClient } from '#server/core/apps/clients/client.ts';

/** The fields of an app, with each of its links as one. */
type Described = Omit<OpenidClient, 'links'> & OpenidClient['links'];

const described: Readonly<Record<keyof Described, 'reviewed' | 'own'>> = appFields;
/** No field that an app has not. */
const named: readonly (keyof Described)[] = Object.keys(described) as AppField[] satisfies (keyof Described)[];

type Reviewed = Pick<Described, ReviewedField>;

/** Reviewed fields that differ from the running version. */
export type Changes = Partial<Reviewed>;

/** Only `writeDraft` writes it. */
export function readChanges(text: string): Changes {
  return JSON.parse(text);
}

/** The reviewed fields of an app. */
export function reviewedOf({ links, ...client }: OpenidClient): Reviewed {
  const all: Described = { ...client, ...links };
  const reviewed = named.filter(isReviewed).map((field) => [field, all[field]]);
  return Object.fromEntries(reviewed);
}

/** The description with the changes. */
export function withChanges(client: OpenidClient, changes: Changes): OpenidClient {
  const { home, privacy, terms, ...rest } = { ...reviewedOf(client), ...changes };
  return { ...client, ...rest, links: { home, privacy, terms } };
}

/** Whether a new value of a reviewed field is less than the reviewed one, or at the same place: then it waits for nobody. */
const isLess: { readonly [Field in ReviewedField]?: (wanted: Reviewed[Field], running: Reviewed) => boolean } = {
  privacy: (wanted, running) => isAt(Object.values(wanted), addressesOf(running)),
  terms: (wanted, running) => isAt(Object.values(wanted), addressesOf(running)),
  // Codes go there: to no host that was seen as another address.
  redirectUris: (wanted, running) => isAt(wanted, running.redirectUris),
  postLogoutRedirectUris: (wanted, running) => isAt(wanted, addressesOf(running)),
  backchannelLogoutUri: (wanted, running) => isAt([wanted], addressesOf(running)),
  scopes: (wanted, running) => wanted.every((scope) => running.scopes.includes(scope)),
  pkce: (wanted) => wanted === 'required',
  personal: (wanted) => !wanted,
};

function addressesOf({ home, privacy, terms, redirectUris, postLogoutRedirectUris, backchannelLogoutUri }: Reviewed): readonly string[] {
  return [home, ...Object.values(privacy), ...Object.values(terms), ...redirectUris, ...postLogoutRedirectUris, backchannelLogoutUri];
}

/**
 * Divides a new description of a live app: what works at once, and what waits for a review. An address on a known host
 * and the end of a permission wait for nobody.
 */
export function divideChange(running: OpenidClient, wanted: OpenidClient): { readonly now: OpenidClient; readonly waits: Changes } {
  const [before, after] = [reviewedOf(running), reviewedOf(wanted)];
  const waiting = named.filter(isReviewed).filter((field) => waits(field, before, after));
  const of = (values: Changes): Changes => Object.fromEntries(waiting.map((field) => [field, values[field]]));
  return { now: withChanges(wanted, of(before)), waits: of(after) };
}

function waits(field: ReviewedField, before: Reviewed, after: Reviewed): boolean {
  return JSON.stringify(before[field]) !== JSON.stringify(after[field]) && !isLessOf(field, after, before);
}

function isLessOf<Field extends ReviewedField>(field: Field, after: Pick<Reviewed, Field>, before: Reviewed): boolean {
  return isLess[field]?.(after[field], before) === true;
}

/** Whether all addresses are at hosts of the running ones; none is nowhere. */
function isAt(wanted: readonly string[], running: readonly string[]): boolean {
  const places = new Set(running.map(placeOf));
  return wanted.every((address) => address === '' || places.has(placeOf(address)));
}

/** Where people come back: a host with its port, or the scheme of an app. Loopback is one place with any port. */
function placeOf(address: string): string {
  const url = URL.parse(address);
  if (url === null) return '';
  if (url.protocol === 'http:') return 'loopback';
  return url.host === '' ? url.protocol : url.host;
}
