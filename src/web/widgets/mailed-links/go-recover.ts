import { navigate } from '#web/lib/router.ts';
import { isRefusal, RefusalError } from '#web/lib/refusal-error.ts';
import { keepMailedToken } from './mailed-token.ts';

/** Goes on to /recover where a protected account wants more than one contact (3011); false for any other refusal. */
export function goRecover(error: unknown): boolean {
  if (!isRefusal(error, 'secondStepNeeded') || !(error instanceof RefusalError)) return false;
  const { ticket } = error.data;
  if (typeof ticket !== 'string') return false;
  keepMailedToken('recover', ticket);
  navigate('/recover');
  return true;
}
