import type { MessageKey } from '#web/lib/texts/i18n.tsx';

/** Inputs of a title rule: the path's parameters and the query. */
export interface TitleInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** Titles of the modify pages by `{type}` (spec 2). */
const byType: Readonly<Record<string, MessageKey>> = {
  phone: 'title.phone',
  email: 'title.email',
  password: 'title.password',
  verify: 'title.verify',
  nickname: 'title.nickname',
  username: 'title.username',
  forgotPassword: 'title.forgot',
  setInitialPassword: 'title.setPassword',
  setPassword: 'title.setPassword',
};

/** The query's `fromType` overrides `{type}` (spec 2). */
const byFromType: Readonly<Record<string, MessageKey>> = {
  fromPhone: 'title.setFirst',
  fromEmail: 'title.setFirst',
  setInitialEmail: 'title.bindEmail',
  // Our addition, by analogy with the specified value for the email.
  setInitialPhone: 'title.bindPhone',
};

/** Values of `fromType` that set the title. */
export const fromTypes = Object.keys({ ...byFromType, ...byType });

/**
 * The title of mobile-modify-info and mobile-modify-base: by `fromType`, then by `{type}`; basic info for other types.
 */
export function modifyTitle({ params, query }: TitleInput): MessageKey {
  const fromType = query.get('fromType') ?? '';
  return own(byFromType, fromType) ?? own(byType, fromType) ?? own(byType, params['type'] ?? '') ?? 'title.basic';
}

function own(table: Readonly<Record<string, MessageKey>>, key: string): MessageKey | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
