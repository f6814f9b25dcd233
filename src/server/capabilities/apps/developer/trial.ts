import type { JWK } from 'jose';
import type { BodyOf } from '#contract/schema.ts';
import type { developerSchemas, TrialView } from '#contract/apps/developer/developer.schemas.ts';
import { appCauses, tryStepNames, type AppCause, type TrialState, type TryStepName } from '#contract/apps/developer/developer.words.ts';
import type { TrialRow } from '#server/core/apps/developer/trials.repository.ts';

export type TryOptions = Omit<BodyOf<(typeof developerSchemas)['startTry']>, 'replace'>;

export type TryStep = TrialView['steps'][number];
export type TryRow = TryStep['rows'][number];

/** Record of a trial, sealed. */
export interface TryRecord {
  readonly options: TryOptions;
  readonly state: TrialState;
  readonly url: string;
  readonly userCode: string;
  readonly nonce: string;
  readonly verifier: string;
  /** '' for an app without secrets. */
  readonly secret: string;
  readonly secretId: string;
  /** The private key of the run, where tokens are bound to one. */
  readonly dpopKey: JWK | null;
  readonly deviceCode: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly steps: readonly TryStep[];
}

/** Characters of a token that are shown. */
const shownOfToken = 12;
/** Characters of any other value. */
const shownOfValue = 400;

export function cut(token: string): string {
  return token.length > shownOfToken ? `${token.slice(0, shownOfToken)}…` : token;
}

export function row(name: string, value: unknown, rest: Partial<TryRow> = {}): TryRow {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { name, value: text.length > shownOfValue ? `${text.slice(0, shownOfValue)}…` : text, scope: '', good: true, ...rest };
}

export function emptySteps(skipped: readonly TryStepName[] = []): readonly TryStep[] {
  return tryStepNames.map((name) => step(name, skipped.includes(name) ? 'skipped' : 'waiting'));
}

export function step(name: TryStepName, state: TryStep['state'], rest: Partial<TryStep> = {}): TryStep {
  return { name, state, rows: [], sent: '', received: '', cause: '', detail: '', cure: '', ...rest };
}

export function failedStep(name: TryStepName, cause: AppCause, rest: Partial<TryStep> = {}): TryStep {
  return step(name, 'failed', { cause, cure: appCauses[cause], ...rest });
}

/** The steps with these in their places; after a failure nothing waits any more. */
export function withSteps(record: TryRecord, ...changed: readonly TryStep[]): TryRecord {
  const failed = changed.some(({ state }) => state === 'failed');
  const steps = record.steps.map((old) => {
    const next = changed.find(({ name }) => name === old.name) ?? old;
    return failed && next.state === 'waiting' ? { ...next, state: 'skipped' as const } : next;
  });
  return { ...record, steps, ...(failed ? { state: 'failed' as const } : {}) };
}

export function tryView({ id, client_id: clientID, expires_at: expiresAt }: TrialRow, record: TryRecord): TrialView {
  const { state, userCode, url, steps } = record;
  return { run: id, clientID, state, expiresAt: new Date(expiresAt).toISOString(), userCode, url, steps: steps.map((one) => ({ ...one })) };
}
