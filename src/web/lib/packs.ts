import type { Language } from '#contract/vocabulary/regions.ts';
import type { texts as account } from './texts/account.en.ts';
import type { texts as addresses } from './texts/addresses.en.ts';
import type { texts as base } from './texts/base.en.ts';
import type { texts as bindings } from './texts/bindings.en.ts';
import type { texts as deletion } from './texts/deletion.en.ts';
import type { texts as forms } from './texts/forms.en.ts';
import type { texts as profile } from './texts/profile.en.ts';
import type { texts as openid } from './texts/openid.en.ts';
import type { texts as upgrade } from './texts/upgrade.en.ts';

interface Packs {
  readonly base: typeof base;
  readonly forms: typeof forms;
  readonly account: typeof account;
  readonly addresses: typeof addresses;
  readonly bindings: typeof bindings;
  readonly deletion: typeof deletion;
  readonly profile: typeof profile;
  readonly openid: typeof openid;
  readonly upgrade: typeof upgrade;
}

/** A group of texts that is loaded as one file per language. */
export type PackName = keyof Packs;

type KeysOf<Pack> = Pack extends unknown ? keyof Pack & string : never;

/** The key of any text. */
export type MessageKey = KeysOf<Packs[PackName]>;

export type Texts = { readonly [Key in MessageKey]?: string };

/** A table of imports, not a choice in code: bundlers fetch every branch of a choice. */
const packs: Readonly<Record<Language, Readonly<Record<PackName, () => Promise<{ readonly texts: Texts }>>>>> = {
  en_US: {
    base: () => import('./texts/base.en.ts'),
    forms: () => import('./texts/forms.en.ts'),
    account: () => import('./texts/account.en.ts'),
    addresses: () => import('./texts/addresses.en.ts'),
    bindings: () => import('./texts/bindings.en.ts'),
    deletion: () => import('./texts/deletion.en.ts'),
    profile: () => import('./texts/profile.en.ts'),
    openid: () => import('./texts/openid.en.ts'),
    upgrade: () => import('./texts/upgrade.en.ts'),
  },
  zh_CN: {
    base: () => import('./texts/base.zh.ts'),
    forms: () => import('./texts/forms.zh.ts'),
    account: () => import('./texts/account.zh.ts'),
    addresses: () => import('./texts/addresses.zh.ts'),
    bindings: () => import('./texts/bindings.zh.ts'),
    deletion: () => import('./texts/deletion.zh.ts'),
    profile: () => import('./texts/profile.zh.ts'),
    openid: () => import('./texts/openid.zh.ts'),
    upgrade: () => import('./texts/upgrade.zh.ts'),
  },
};

export async function loadPack(name: PackName, language: Language): Promise<Texts> {
  return (await packs[language][name]()).texts;
}
