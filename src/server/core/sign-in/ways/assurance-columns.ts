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
/** Before the ways of a session that another browser approved. */
const approval = 'approval';

export function columnsOfAssurance({ authAt, acr, amr, isApproved, ways }: Assurance): AssuranceColumns {
  const text = textOfWays(ways);
  return { auth_at: authAt, acr, amr: amr.join(' '), ways: isApproved === true ? `${approval} ${text}`.trim() : text };
}

export function assuranceIn({ auth_at, acr, amr, ways }: AssuranceColumns): Assurance {
  return {
    authAt: auth_at,
    acr: acrValues.find((each) => each === acr) ?? '1',
    amr: wordsIn(amr),
    ...(wordsIn(ways)[0] === approval && { isApproved: true }),
    ways: waysIn(ways),
  };
}

export function textOfWays(ways: readonly WayId[]): string {
  return ways.join(' ');
}

export function waysIn(text: string): readonly WayId[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `textOfWays` writes them
  return wordsIn(text).filter((word) => word !== approval) as readonly WayId[];
}

function wordsIn(text: string): readonly string[] {
  return text === '' ? [] : text.split(' ');
}
