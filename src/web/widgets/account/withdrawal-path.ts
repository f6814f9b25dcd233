import type { RefusalError } from '#web/lib/api/refusal-error.ts';

/** The page that can stop a deletion (3002), for a person who has just proven to be the owner. */
export function withdrawalPath({ data }: RefusalError): string {
  const ticket = data['withdrawTicket'];
  return typeof ticket === 'string' ? `/apply-cancellation?X-Token=${encodeURIComponent(ticket)}` : '/apply-cancellation';
}
