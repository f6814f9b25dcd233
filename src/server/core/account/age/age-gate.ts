import { timingSafeEqual } from 'node:crypto';
import { guardianDays, type AgeBand } from '#contract/vocabulary/children.ts';
import { regions, type Region, type RegionOrNone } from '#contract/vocabulary/regions.ts';
import type { NewAge } from '#server/core/account/accounts/accounts.repository.ts';
import { day } from '#server/platform/clock.ts';
import type { AgeGates } from '#server/platform/settings/accounts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Store } from '#server/core/store.ts';
import { hasAgeFrom } from './birthdays.ts';

/** A browser's answer to the question about the birthday. */
interface AgeAnswer {
  readonly birthday: string;
  readonly region: Region;
  readonly at: number;
}

const ofAge = 18;
/** How long a browser keeps its first answer. */
export const ageAnswerMs = day;

/** The age gate of registrations (ADR 109). The answer is in a cookie of the browser, signed for it: no row. */
export interface AgeGate {
  /** The regions with a gate. */
  readonly regions: readonly Region[];
  /** Years after which everybody who has passed a gate is of age. */
  readonly yearsToAge: number;
  /** The age of an account that says its birthday, now. */
  aged(birthday: string, region: RegionOrNone): NewAge;
  /** Signs an answer for this browser; the earlier one stays while it lives. */
  answer(of: { readonly birthday: string; readonly region: Region; readonly visitor: string; readonly kept: string | undefined }): {
    readonly kept: string;
    readonly band: AgeBand;
  };
  /**
   * The age of an account that begins now; undefined where no gate asks.
   * @throws {Refusal} tokenError (1022) without an answer of this browser
   */
  ageOf(of: { readonly region: RegionOrNone; readonly visitor: string; readonly kept: string | undefined }): NewAge | undefined;
}

export function createAgeGate({ clock, keyring }: Pick<Store, 'clock' | 'keyring'>, gates: AgeGates): AgeGate {
  const gated = regions.filter((region) => gates[region] !== undefined);

  function read(kept: string | undefined, visitor: string): AgeAnswer | undefined {
    const [payload = '', mac = ''] = (kept ?? '').split('.');
    if (!keyring.macs('age-answer', visitor, payload).some((own) => sameText(own, mac))) return undefined;
    const [birthday = '', named, at = ''] = Buffer.from(payload, 'base64url').toString().split(' ');
    const region = regions.find((one) => one === named);
    return region !== undefined && clock.now() < Number(at) + ageAnswerMs ? { birthday, region, at: Number(at) } : undefined;
  }

  /** The strictest gate that concerns the answer, so that another region makes no child older. */
  function newAge({ birthday, region: asked }: { readonly birthday: string; readonly region: RegionOrNone }, region: RegionOrNone): NewAge {
    const now = clock.now();
    const places = [...new Set([asked, ...(region === '' ? gated : [region])])].filter((place) => place !== '');
    const until = Math.max(
      ...places.map((place) => {
        const age = gates[place];
        return age === undefined ? 0 : hasAgeFrom(birthday, age, place);
      }),
    );
    if (until > now) return { band: 'child', child: { birthday, until, dueAt: now + guardianDays.waiting * day } };
    return { band: places.some((place) => hasAgeFrom(birthday, ofAge, place) > now) ? 'minor' : 'adult' };
  }

  return {
    regions: gated,
    yearsToAge: ofAge - Math.min(ofAge, ...Object.values(gates)),

    aged: (birthday, region) => newAge({ birthday, region }, region),

    answer({ birthday, region, visitor, kept }) {
      const first = read(kept, visitor);
      const given = first ?? { birthday, region, at: clock.now() };
      const payload = Buffer.from(`${given.birthday} ${given.region} ${given.at}`).toString('base64url');
      const signed = `${payload}.${keyring.mac('age-answer', visitor, payload)}`;
      return { kept: first === undefined ? signed : (kept ?? signed), band: newAge(given, region).band };
    },

    ageOf({ region, visitor, kept }) {
      if (gated.length === 0) return undefined;
      const answer = read(kept, visitor);
      if (answer !== undefined) return newAge(answer, region);
      if (region !== '' && gates[region] === undefined) return undefined;
      throw new Refusal('tokenError', { reason: 'no answer about the age' });
    },
  };
}

function sameText(...texts: readonly [string, string]): boolean {
  const [one, other] = [Buffer.from(texts[0]), Buffer.from(texts[1])];
  return one.length === other.length && timingSafeEqual(one, other);
}
