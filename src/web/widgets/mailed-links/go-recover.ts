import { navigate } from '#web/lib/page/router.ts';
import { isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { keepMailedToken } from './mailed-token.ts';

/**
 * Continues at /recover where a protected account wants more than one contact (3011), or a frozen one more than a sign-in
 * (3016); false for any other refusal.
 */
export function goRecover(error: unknown): boolean {
  if (!(error instanceof RefusalError)) return false;
  const isProtected = isRefusal(error, 'secondStepNeeded') && keepTicket(error);
  if (!isProtected && wayBackOf(error) === undefined) return false;
  navigate('/recover');
  return true;
}

/** Continues at /recover with the ways that a sign-in has shown, if its second step cannot be done. */
export function beginRecoveryOf(ticket: string): void {
  keepMailedToken('recover', ticket);
  navigate('/recover');
}

/** The page of the way back into a frozen account (3016); undefined for any other refusal. */
export function wayBackOf(error: RefusalError): string | undefined {
  return isRefusal(error, 'accountFrozen') && keepTicket(error) ? '/recover' : undefined;
}

function keepTicket({ data: { ticket } }: RefusalError): boolean {
  if (typeof ticket !== 'string') return false;
  keepMailedToken('recover', ticket);
  return true;
}
