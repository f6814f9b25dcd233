import { networksOf } from '#server/platform/http/client-ip.ts';
import type { Take } from './rate-limiter.ts';

/**
 * The places that one address takes of limits "per address": in each of its networks the share that the network has of them (ADR 42),
 * smallest network first, so that whoever is over the limit of their own address takes no place of their neighbors'. Every limit of an
 * address is counted by this. `key` names what is limited.
 */
export function networkTakes(address: string, ...limits: readonly Take[]): readonly Take[] {
  return networksOf(address).flatMap(({ name, share }) =>
    limits.map(({ key, limit, windowMs }) => ({ key: `${key}:${name}`, limit: limit * share, windowMs })),
  );
}
