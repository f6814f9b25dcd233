import { newToken } from '#server/platform/ids.ts';
import type { Clock } from '#server/platform/clock.ts';

/** Data that a platform keeps between consent and exchange. */
export interface Granted {
  readonly person: string;
  readonly app: string;
  readonly redirectUri: string;
  /** Trouble during the exchange of the code. The code carries it, so that other requests are unaffected. */
  readonly trouble?: Trouble | undefined;
}

export const troubles = ['slow', 'down', 'garbage', 'limited'] as const;

/** The platform answers after ten seconds, fails, answers with a page, or refuses the person. */
export type Trouble = (typeof troubles)[number];

/** The trouble that a request's code carries. */
export function troubleOf(code: string): Trouble | undefined {
  return troubles.find((trouble) => code.startsWith(`${trouble}-`));
}

export type Redemption = (Granted & { readonly outcome: 'good' }) | { readonly outcome: 'unknown' | 'used' | 'expired' };

/** Codes that are valid once and for a limited time. */
export interface OneTimeCodes {
  issue(granted: Granted, lifeMs: number): string;
  redeem(code: string): Redemption;
}

export function createOneTimeCodes(clock: Clock): OneTimeCodes {
  const codes = new Map<string, Granted & { readonly until: number; used: boolean }>();
  return {
    issue(granted, lifeMs) {
      const code = (granted.trouble === undefined ? '' : `${granted.trouble}-`) + newToken().slice(0, 32);
      codes.set(code, { ...granted, until: clock.now() + lifeMs, used: false });
      return code;
    },
    redeem(code) {
      const found = codes.get(code);
      if (found === undefined) return { outcome: 'unknown' };
      if (found.used) return { outcome: 'used' };
      if (found.until <= clock.now()) return { outcome: 'expired' };
      found.used = true;
      return { ...found, outcome: 'good' };
    },
  };
}
