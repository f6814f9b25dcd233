import { accountEndpoints } from '#contract/account/account/account.ts';
import { socialAccountsEndpoints } from '#contract/account/social-accounts/social-accounts.ts';
import { callbackPath, type Platform } from '#contract/vocabulary/platforms.ts';
import { readPlatformCallback, type PlatformCallback } from '#contract/account/social-accounts/platform-callback.ts';
import { acrValues, type Acr } from '#contract/sign-in/two-step/second-step.words.ts';
import { call } from '#web/lib/api/api.ts';
import { translate } from '#web/lib/texts/i18n.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { notify } from '#web/lib/page/notify.ts';
import { isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal, refusalText } from '#web/lib/api/refusals.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { readSecondStep } from '#web/widgets/sign-in/read-second-step.ts';
import { keepSecondStep } from '#web/widgets/sign-in/second-step.ts';
import { wayBackOf } from '#web/widgets/mailed-links/go-recover.ts';
import { keepMailedToken } from '#web/widgets/mailed-links/mailed-token.ts';
import { withdrawalPath } from '#web/widgets/account/withdrawal-path.ts';
import { endJourney, journeyTo, type Journey } from './journey.ts';

/** A platform's person without an account here, with the name used there; valid in this browser for ten minutes. */
export interface PendingPerson {
  readonly key: string;
  readonly name: string;
  /** Whether an account here had this person lately, which the page that freezes knows by now. */
  readonly mayFreeze?: boolean;
}

/** The outcome of a journey to a platform. */
export type Arrival =
  | { readonly kind: 'leads'; readonly to: string }
  | { readonly kind: 'unknown'; readonly person: PendingPerson }
  /** Signed in with the usual methods; the question about binding the person follows. */
  | { readonly kind: 'suggested'; readonly person: PendingPerson; readonly account: string }
  | { readonly kind: 'failed'; readonly text: string };

/**
 * Removes the platform's answer from the URL and the history, where it could be seen, synchronized or passed on, and so
 * that a reload does not send it again. Undefined if the URL has none: after a reload, or on return from sign-in.
 */
export function takeAnswer(platform: Platform): PlatformCallback | undefined {
  const { search, hash } = location;
  if (search === '' && hash === '') return undefined;
  navigate(callbackPath(platform), { replace: true });
  return readPlatformCallback({ search, hash });
}

/**
 * Ends a journey with the platform's answer, or resumes it after a reload. Shows a refusal, or follows its redirect.
 */
export async function arrive(platform: Platform, answer: PlatformCallback | undefined): Promise<Arrival> {
  const journey = journeyTo(platform);
  try {
    if (answer === undefined) return await resume(journey);
    if (answer.kind === 'cancelled') return leads(journey.from);
    return journey.purpose === 'bind' ? await finishBind(journey, answer) : await finishSignIn(journey, answer);
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    if (error.refusal === 'deletionPending') return leads(withdrawalPath(error));
    const way = wayBackOf(error);
    if (way !== undefined) return leads(way);
    const second = readSecondStep(error);
    if (second !== undefined) {
      keepSecondStep(second);
      return leads('/login');
    }
    return { kind: 'failed', text: refusalText(error) };
  }
}

type Answer = Exclude<PlatformCallback, { readonly kind: 'cancelled' }>;

async function finishSignIn({ platform, from }: Journey, answer: Answer): Promise<Arrival> {
  if (answer.kind === 'failed') return { kind: 'failed', text: platformFailed(platform) };
  const { code, state } = answer;
  const data = await call(socialAccountsEndpoints.signInByPlatform, { query: askedBy(from), body: { platform, code, state } });
  if ('continue' in data) return leads(data.continue);
  if (data.freeze !== '') keepMailedToken('recover', data.freeze);
  return { kind: 'unknown', person: { key: data.platform_key, name: data.name, mayFreeze: data.freeze !== '' } };
}

/** How strong a sign-in the app asks for that sent the person to the sign-in page. */
function askedBy(page: string): { readonly acr?: Acr } {
  const acr = acrValues.find((level) => level === new URL(page, location.origin).searchParams.get('acr'));
  return acr === undefined ? {} : { acr };
}

/** Always returns to the page of origin: its button starts another attempt. */
async function finishBind({ platform, from }: Journey, answer: Answer): Promise<Arrival> {
  if (answer.kind === 'failed') {
    notify({ kind: 'error', text: platformFailed(platform) });
    return leads(from);
  }
  const { code, state } = answer;
  try {
    await bind(platform, { code, state });
  } catch (error) {
    handleRefusal(error);
  }
  return leads(from);
}

/** A canceled journey, or one to bind, cannot be resumed; an unknown person may still be pending. */
async function resume(journey: Journey): Promise<Arrival> {
  const { platform, purpose, from } = journey;
  if (purpose === 'bind') return leads(from);
  const waiting = await call(socialAccountsEndpoints.platformBindInfo, { query: { platform } }).catch((error: unknown) => {
    if (isRefusal(error, 'socialStateInvalid')) return undefined;
    throw error;
  });
  if (waiting === undefined || waiting.bound) return leads(purpose === 'link' ? goalOf(journey) : from);
  const person = { key: waiting.platform_key, name: waiting.name };
  if (purpose !== 'link') return { kind: 'unknown', person };
  const account = await call(accountEndpoints.metainfo).catch((error: unknown) => {
    if (isRefusal(error, 'unauthorized')) return undefined;
    throw error;
  });
  return account === undefined ? { kind: 'unknown', person } : { kind: 'suggested', person, account: account.nickname };
}

/**
 * Binds the person who just came back, or is pending, to the signed-in account, and confirms it. False if the identity
 * proof was canceled.
 * @throws {RefusalError}
 */
export async function bind(
  platform: Platform,
  who: { readonly code: string; readonly state: string } | { readonly platform_key: string },
): Promise<boolean> {
  const bound = await withProof({ action: 'bindSocial', target: platform }, () =>
    call(socialAccountsEndpoints.bindPlatform, { body: { platform, ...who } }),
  );
  if (bound === undefined) return false;
  notify({ kind: 'success', text: translate('bind.ok', { platform: translate(`social.${platform}`) }) });
  return true;
}

/** The path that the person wanted before signing in. */
export function goalOf({ redirect }: Pick<Journey, 'redirect'>): string {
  return redirect === '' ? '/' : redirect;
}

function leads(to: string): Arrival {
  endJourney();
  return { kind: 'leads', to };
}

function platformFailed(platform: Platform): string {
  return translate('so.fail.b', { platform: translate(`social.${platform}`) });
}
