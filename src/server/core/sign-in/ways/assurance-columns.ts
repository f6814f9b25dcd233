import { acrValues } from '#contract/sign-in/two-step/second-step.words.ts';
import type { WayId } from './way.ts';
import type { Assurance } from './assurance.ts';

interface AssuranceColumns {
  readonly auth_at: number;
  readonly acr: string;
  readonly amr: string;
  readonly ways: string;
}

/** The columns of a session. */
export function columnsOfAssurance({ authAt, acr, amr, ways }: Assurance): AssuranceColumns {
  return { auth_at: authAt, acr, amr: amr.join(' '), ways: textOfWays(ways) };
}

export function assuranceIn({ auth_at, acr, amr, ways }: AssuranceColumns): Assurance {
  return {
    authAt: auth_at,
    acr: acrValues.find((each) => each === acr) ?? '1',
    amr: wordsIn(amr),
    ways: waysIn(ways),
  };
}

export function textOfWays(ways: readonly WayId[]): string {
  return ways.join(' ');
}

export function waysIn(text: string): readonly WayId[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `textOfWays` writes them
  return wordsIn(text) as readonly WayId[];
}

function wordsIn(text: string): readonly string[] {
  return text === '' ? [] : text.split(' ');
}
