import { catalogue, refusalNameOf, type FailedRules, type RefusalName } from '#contract/errors.ts';

/** Values that the refusal carries, such as the seconds to wait. */
export type RefusalData = Readonly<Record<string, unknown>>;

/** Why there is no answer. */
type NoAnswer = 'offline' | 'late';

/** An answer other than 200, or no answer. */
export class RefusalError extends Error {
  /**
   * The catalogue's name; `offline` if there was no answer, `late` if it did not come in time; `unknown` for a number
   * that the catalogue does not have.
   */
  readonly refusal: RefusalName | NoAnswer;
  readonly code: number;
  readonly data: RefusalData;
  /** The failed rules, by field. */
  readonly fields: FailedRules;
  /** Seconds until the next possible attempt, if the server sent them. */
  readonly retryAfter: number | undefined;
  readonly requestId: string;

  constructor(answer: {
    readonly refusal: RefusalName | NoAnswer;
    readonly code?: number;
    readonly text?: string;
    readonly data?: unknown;
    readonly requestId?: string | undefined;
  }) {
    super(answer.text ?? '');
    this.name = 'RefusalError';
    this.refusal = answer.refusal;
    this.code = answer.code ?? (isNoAnswer(answer.refusal) ? 0 : catalogue[answer.refusal].code);
    this.data = isRecord(answer.data) ? answer.data : {};
    this.fields = isRecord(this.data['fields']) ? onlyTexts(this.data['fields']) : {};
    this.retryAfter = typeof this.data['retryAfter'] === 'number' ? this.data['retryAfter'] : undefined;
    this.requestId = answer.requestId ?? '';
  }
}

/** True if nothing came back. */
export function isNoAnswer(refusal: RefusalError['refusal']): refusal is NoAnswer {
  return refusal === 'offline' || refusal === 'late';
}

/** True for one of the named refusals. */
export function isRefusal(error: unknown, ...names: readonly RefusalError['refusal'][]): error is RefusalError {
  return error instanceof RefusalError && names.includes(error.refusal);
}

/** The end of an act without a word more: the person canceled it, or its page has answered already. */
export function aborted(): DOMException {
  return new DOMException('', 'AbortError');
}

/** True for such an end, and for an aborted call. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** The refusal for a number in a response. */
export function nameOfCode(code: number): RefusalName {
  return refusalNameOf(code) ?? 'unknown';
}

/** True for an object with string keys. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function onlyTexts(fields: Readonly<Record<string, unknown>>): FailedRules {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
