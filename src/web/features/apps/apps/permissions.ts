import type { ConsentLine } from '#contract/apps/openid/claims.words.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { shownMask } from '#contract/masks.ts';
import { layoutGrid } from '#web/ui/marks/icons.ts';
import type { AuthorizedApp } from '#web/widgets/oauth-client/apps.ts';
import { scopeWords } from '#web/widgets/oauth-client/scopes.ts';

/** Permission of an app: a line of its consent, or of an API. */
export interface Permission {
  readonly title: string;
  readonly detail: string;
  readonly icon: string;
  /** The app keeps what it may do while the person is away. */
  readonly isLasting: boolean;
  /** The line that the call takes away; undefined for the sign-in, which ends with the app. */
  readonly line: { readonly scope: ConsentLine } | { readonly api: string } | undefined;
}

/** The sign-in itself is a permission only where it is the only one. */
export function permissionsOf({ scopes, apis }: AuthorizedApp): readonly Permission[] {
  const seen = scopes.filter(({ name }) => name !== 'openid');
  const shown = seen.length + apis.length === 0 ? scopes : seen;
  return [
    ...shown.map(({ name, title, detail }) => ({
      title,
      detail,
      icon: scopeWords[name].icon,
      isLasting: name === 'offline_access',
      line: name === 'openid' ? undefined : { scope: name },
    })),
    ...apis.map(({ name, title }) => ({ title, detail: '', icon: layoutGrid, isLasting: false, line: { api: name } })),
  ];
}

/** Value that the app gets by it, as the person knows it, or its meaning. */
export function valueOf({ line, detail }: Permission, account: AccountView | undefined): string {
  if (account === undefined || line === undefined || 'api' in line) return detail;
  const values: Partial<Record<ConsentLine, string>> = {
    profile: account.nickname,
    email: shownMask(account.encryptEmail),
    phone: shownMask(account.encryptPhoneNumber),
  };
  return values[line.scope] || detail;
}
