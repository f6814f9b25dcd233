import { tabStore } from '#web/lib/browser/browser.ts';
import { deletionChannels, deletionReasons, type deletionSteps } from '#contract/vocabulary/deletion.ts';
import type { AppForm } from '#web/ui/form/form.tsx';

/** Answers of a person who leaves. */
export interface DeletionAnswers {
  readonly channel: (typeof deletionChannels)[number];
  readonly reason: (typeof deletionReasons)[number];
  readonly detail: string;
  /** The version of the agreement that was shown and ticked. */
  readonly version: string;
}

/** The answers as the form holds them: '' is none yet. */
export interface DeletionDraft {
  readonly agreement: boolean;
  readonly channel: DeletionAnswers['channel'] | '';
  readonly reason: DeletionAnswers['reason'] | '';
  readonly detail: string;
  readonly version: string;
}

export type DraftForm = AppForm<DeletionDraft>;

export const emptyDraft: DeletionDraft = { agreement: false, channel: '', reason: '', detail: '', version: '' };

export type DeletionStep = (typeof deletionSteps)[number];

/** The answer to a request: until when it can be withdrawn (ISO 8601), and the link to its receipt. */
export interface RequestedDeletion {
  readonly dueAt: string;
  readonly receiptUrl: string;
}

const draftKey = 'deletion-draft';
const dueKey = 'deletion-due';
const receiptKey = 'deletion-receipt';

/**
 * Answers that were given in this tab for this account: they survive a reload and a change of layout. Codes and passwords are
 * never in it.
 */
export function readDraft(owner: string): DeletionDraft {
  const kept = tabStore.getRecord(draftKey);
  if (kept['owner'] !== owner) return emptyDraft;
  return {
    agreement: kept['agreement'] === true,
    channel: deletionChannels.find((each) => each === kept['channel']) ?? '',
    reason: deletionReasons.find((each) => each === kept['reason']) ?? '',
    detail: typeof kept['detail'] === 'string' ? kept['detail'] : '',
    version: typeof kept['version'] === 'string' ? kept['version'] : '',
  };
}

export function keepDraft(owner: string, draft: DeletionDraft): void {
  tabStore.setItem(draftKey, JSON.stringify({ owner, ...draft }));
}

export function forgetDraft(): void {
  tabStore.removeItem(draftKey);
}

/** The step to show for the one that is asked for: none before what it needs has been answered. */
export function allowedStep(asked: DeletionStep, draft: DeletionDraft): DeletionStep {
  if (asked === 'statement' || !draft.agreement) return 'statement';
  return asked === 'feedback' || draft.channel === '' || draft.reason === '' ? 'feedback' : 'verify';
}

/** Notes what the page at the end shows, in this tab: until when the request can be withdrawn, and the link to the receipt. */
export function keepRequested({ dueAt, receiptUrl }: RequestedDeletion): void {
  tabStore.setItem(dueKey, dueAt);
  tabStore.setItem(receiptKey, receiptUrl);
}

/** Undefined where nothing was asked for in this tab. */
export function readReceiptUrl(): string | undefined {
  return tabStore.getItem(receiptKey) ?? undefined;
}

/** Milliseconds since the epoch; undefined where nothing was asked for in this tab. */
export function readDueAt(): number | undefined {
  const at = Date.parse(tabStore.getItem(dueKey) ?? '');
  return Number.isNaN(at) ? undefined : at;
}
