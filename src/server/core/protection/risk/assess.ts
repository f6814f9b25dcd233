import { riskSignals, type RiskLevel, type RiskSignal } from '#contract/protection/activity/risk.words.ts';
import { day, hour } from '#server/platform/clock.ts';

/** A network from which an account has signed in. Times are milliseconds. */
export interface SeenNetwork {
  /** Keyed hash. */
  readonly network: string;
  /** ISO 3166 alpha-2 code, or ''. */
  readonly country: string;
  readonly firstAt: number;
}

/** Past of an account. */
export interface RiskHistory {
  readonly networks: readonly SeenNetwork[];
  readonly knowsBrowser: boolean;
  /** Wrong passwords before the right one. */
  readonly wrongPasswords: number;
  /** When the way that opens the session was added, if that is known. */
  readonly wayAddedAt: number | undefined;
  readonly recoveredAt: number | undefined;
}

/** A sign-in. */
export interface RiskVisit {
  readonly at: number;
  /** Keyed hashes of the network, under each key. */
  readonly network: readonly string[];
  /** ISO 3166 alpha-2 code, or ''. */
  readonly country: string;
}

export interface Risk {
  readonly level: RiskLevel;
  readonly because: readonly RiskSignal[];
}

/** New networks within an hour, the present one included. */
const hastyNetworks = 3;

/** Wrong passwords before a right one that make it risky. */
export const manyWrong = 10;

const fresh = day;

/** When each signal is given. Unknown values raise none: a first network is not a new one, nor is no country. */
const signals: Readonly<Record<RiskSignal, (visit: RiskVisit, history: RiskHistory) => boolean>> = {
  newBrowser: (_, { knowsBrowser }) => !knowsBrowser,
  newNetwork: isNewNetwork,
  newCountry({ country }, { networks }) {
    const countries = networks.map((seen) => seen.country).filter((seen) => seen !== '');
    return country !== '' && countries.length > 0 && !countries.includes(country);
  },
  velocity(visit, history) {
    const late = history.networks.filter(({ network, firstAt }) => !visit.network.includes(network) && firstAt > visit.at - hour);
    const isHasty = isNewNetwork(visit, history) && late.length + 1 >= hastyNetworks;
    return isHasty || history.wrongPasswords >= manyWrong;
  },
  freshWay: ({ at }, { wayAddedAt }) => wayAddedAt !== undefined && wayAddedAt > at - fresh,
  afterRecovery: ({ at }, { recoveredAt }) => recoveredAt !== undefined && recoveredAt > at - fresh,
};

function isNewNetwork({ network }: RiskVisit, { networks }: RiskHistory): boolean {
  return networks.length > 0 && !networks.some((seen) => network.includes(seen.network));
}

/** The table: the first line of which all signals are given is the answer. `others` counts the signals beside them. */
const levels: readonly { readonly all: readonly RiskSignal[]; readonly others: number; readonly level: RiskLevel }[] = [
  { all: ['velocity'], others: 0, level: 'risky' },
  { all: ['newBrowser', 'newNetwork'], others: 0, level: 'risky' },
  { all: ['newCountry'], others: 1, level: 'risky' },
  { all: ['freshWay', 'newBrowser'], others: 0, level: 'risky' },
  { all: ['freshWay', 'newNetwork'], others: 0, level: 'risky' },
  { all: ['newBrowser'], others: 0, level: 'unusual' },
  { all: ['newNetwork'], others: 0, level: 'unusual' },
  { all: ['newCountry'], others: 0, level: 'unusual' },
];

/**
 * How unusual a sign-in is, and why (ADR 68). A table and no model: each level is explained by the signals that gave it.
 * One more signal never lowers the level.
 */
export function assess(visit: RiskVisit, history: RiskHistory): Risk {
  const because = riskSignals.filter((signal) => signals[signal](visit, history));
  const line = levels.find(({ all, others }) => all.every((each) => because.includes(each)) && because.length >= all.length + others);
  return { level: line?.level ?? 'calm', because };
}
