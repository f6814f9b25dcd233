import type { RefusalError } from '#web/lib/api/refusal-error.ts';

/** The page that can stop a deletion (3002), for a person who has just proven to be the owner; `redirect` as the page of sign-in has it. */
export function withdrawalPath({ data }: RefusalError, redirect?: string): string {
  const ticket = data['withdrawTicket'];
  const query = new URLSearchParams({
    ...(typeof ticket === 'string' && { 'X-Token': ticket }),
    ...(redirect !== undefined && { redirect }),
  });
  return query.size === 0 ? '/apply-cancellation' : `/apply-cancellation?${query.toString()}`;
}
