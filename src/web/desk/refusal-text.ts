import { DeskRefusal, refusals } from './desk-call.ts';
import { t } from './texts.ts';

/** Why a call did not do what it was asked for, in words. */
export function refusalText(error: unknown): string {
  if (!(error instanceof DeskRefusal)) throw error;
  if (error.code === refusals.changed) return t('dk.two.changed');
  return error.message || t('dk.offline');
}
