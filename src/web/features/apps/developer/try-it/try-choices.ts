import { useState } from 'react';
import type { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { developerScopes, type DeveloperScope as Scope } from '#contract/vocabulary/scopes.ts';
import type { CallInput } from '#web/lib/api/call-types.ts';
import { keepDraft, useDraft } from '../settings/drafts.ts';
import type { OwnApp } from '../use-developer.ts';

export const prompts = ['', 'login', 'consent', 'select_account'] as const;

/** The options of a trial; the scopes as a text, as the request has them. */
export type TryChoices = Readonly<Record<'scope' | 'prompt' | 'maxAge' | 'acrValues' | 'claims', string> & Record<'dpop' | 'par', boolean>>;

/** The scopes that a trial of this app may ask for. */
export function scopesOf(app: OwnApp): readonly Scope[] {
  return developerScopes.filter(
    (scope) => scope === 'openid' || app.scopes.includes(scope) || (scope === 'offline_access' && app.options.stay),
  );
}

/** The options as the person left them in this tab: a trial leads through other pages. */
export function useTryOptions(app: OwnApp): readonly [TryChoices, (change: Partial<TryChoices>) => void] {
  const name = `try.${app.clientID}`;
  const first = scopesOf(app).filter((scope) => scope !== 'offline_access');
  const draft = useDraft(name, {
    scope: first.join(' '),
    prompt: '',
    maxAge: '',
    acrValues: '',
    claims: '',
    dpop: app.options.dpop,
    par: app.options.fapi,
  });
  const [choices, setChoices] = useState<TryChoices>(draft);
  return [
    choices,
    (change) => {
      const next = { ...choices, ...change };
      setChoices(next);
      keepDraft(name, next);
    },
  ];
}

/** Body of the call. */
export function bodyOf(choices: TryChoices): Omit<CallInput<typeof developerEndpoints.startTry>['body'], 'replace'> {
  const asked = choices.scope.split(' ');
  const maxAge = Number.parseInt(choices.maxAge, 10);
  return {
    scopes: developerScopes.filter((scope) => asked.includes(scope)),
    prompt: prompts.find((prompt) => prompt === choices.prompt) ?? '',
    maxAge: Number.isSafeInteger(maxAge) && maxAge >= 0 ? maxAge : null,
    acrValues: choices.acrValues.trim(),
    claims: choices.claims.trim(),
    dpop: choices.dpop,
    par: choices.par,
  };
}
