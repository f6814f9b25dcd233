import type { RefusalError } from '#web/lib/refusal-error.ts';

/** Where somebody goes whose account is being deleted and who has just proven to be its owner (3002): the page that can stop it. */
export function withdrawalPath({ data }: RefusalError): string {
  const ticket = data['withdrawTicket'];
  return typeof ticket === 'string' ? `/apply-cancellation?X-Token=${encodeURIComponent(ticket)}` : '/apply-cancellation';
}
