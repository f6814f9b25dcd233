import { tabStore } from '#web/lib/browser/browser.ts';
import { useEffect, useState } from 'react';
import type { AppForm } from '#web/ui/form/form.tsx';

/** A draft of the Developer Center lives as long as the tab, at most this long. It never holds a secret. */
const draftLifeMs = 24 * 3_600_000;

type Values = Readonly<Record<string, string | boolean>>;

/**
 * The values of a form as the person left them in this tab, instead of the given ones. `sessionStorage` is emptied
 * at the end of a session (`lib/person/person-state.ts`).
 */
export function useDraft<V extends Values>(name: string, values: V): V {
  return useState(() => ({ ...values, ...kept(name, values) }))[0];
}

/** Keeps the values of a form that differ from the given ones, until they are forgotten. */
export function useKeptDraft<V extends Values>(name: string, form: AppForm<V>, from: V): void {
  const { store } = form.inner;
  useEffect(
    () =>
      store.subscribe(() => {
        const values = Object.fromEntries(Object.entries(store.values()).filter(([key, value]) => value !== from[key]));
        if (Object.keys(values).length === 0) forgetDraft(name);
        else keepDraft(name, values);
      }),
    [name, store, from],
  );
}

/** Keeps values that are no form's. */
export function keepDraft(name: string, values: Values): void {
  tabStore.setItem(keyOf(name), JSON.stringify({ at: Date.now(), values }));
}

export function forgetDraft(name: string): void {
  tabStore.removeItem(keyOf(name));
}

/** Only parts that the form has, each of its own kind. */
function kept(name: string, values: Values): Values {
  const { at, values: found } = tabStore.getRecord(keyOf(name));
  if (typeof found !== 'object' || found === null || Date.now() - Number(at) > draftLifeMs) return {};
  const fitting = Object.entries(found).filter((entry): entry is [string, string | boolean] => typeof values[entry[0]] === typeof entry[1]);
  return Object.fromEntries(fitting);
}

function keyOf(name: string): string {
  return `developer.${name}`;
}
