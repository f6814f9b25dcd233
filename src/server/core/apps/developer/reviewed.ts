import { reviewedFields, type ReviewedField } from '#contract/apps/developer/developer.words.ts';
import type { InEveryLanguage } from '#contract/vocabulary/languages.ts';
import type { Scope } from '#contract/vocabulary/scopes.ts';
import type { OpenidClient } from '#server/core/apps/clients/client.ts';

/** Reviewed fields that differ from the running version. */
export interface Changes {
  readonly name?: InEveryLanguage;
  readonly icon?: string;
  readonly home?: string;
  readonly redirectUris?: string[];
  readonly scopes?: Scope[];
}

/** Written by `writeDraft` alone. */
export function readChanges(text: string): Changes {
  return JSON.parse(text);
}

/** The description with the changes. */
export function withChanges(client: OpenidClient, changes: Changes): OpenidClient {
  const { name = client.name, icon = client.icon, home = client.links.home } = changes;
  const { redirectUris = client.redirectUris, scopes = client.scopes } = changes;
  return { ...client, name, icon, links: { ...client.links, home }, redirectUris, scopes };
}

/**
 * Divides a new description of a live app: what works at once, and what waits for a review. An address on a known host
 * and the end of a permission wait for nobody.
 */
export function divideChange(running: OpenidClient, wanted: OpenidClient): { readonly now: OpenidClient; readonly waits: Changes } {
  const waits: Changes = {
    ...(isSame(running.name, wanted.name) ? {} : { name: wanted.name }),
    ...(running.icon === wanted.icon ? {} : { icon: wanted.icon }),
    ...(running.links.home === wanted.links.home ? {} : { home: wanted.links.home }),
    ...(wanted.redirectUris.every((address) => placesOf(running).has(redirectPlaceOf(address)))
      ? {}
      : { redirectUris: [...wanted.redirectUris] }),
    ...(wanted.scopes.every((scope) => running.scopes.includes(scope)) ? {} : { scopes: [...wanted.scopes] }),
  };
  const kept = Object.fromEntries(Object.keys(waits).map((field) => [field, fieldOf(running, field)]));
  return { now: withChanges(wanted, kept), waits };
}

/** The value of a reviewed field. */
function fieldOf(client: OpenidClient, name: string): unknown {
  const field = reviewedFields.find((one) => one === name);
  if (field === undefined) throw new Error(`no reviewed field ${name}`);
  const values: Readonly<Record<ReviewedField, unknown>> = {
    name: client.name,
    icon: client.icon,
    home: client.links.home,
    redirectUris: client.redirectUris,
    scopes: client.scopes,
  };
  return values[field];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Where people come back: a host with its port, or the scheme of an app. Loopback is one place with any port. */
function redirectPlaceOf(address: string): string {
  const url = new URL(address);
  if (url.protocol === 'http:') return 'loopback';
  return url.host === '' ? url.protocol : url.host;
}

function placesOf({ redirectUris }: OpenidClient): ReadonlySet<string> {
  return new Set(redirectUris.map(redirectPlaceOf));
}
