import type { Scope } from '#contract/vocabulary/scopes.ts';
import type { MessageKey } from '#web/lib/i18n.tsx';
import { clock, mail, mapPin, shieldCheck, smartphone, user } from '#web/ui/icons.ts';

/** A scope in plain words. */
export interface ScopeWords {
  readonly text: MessageKey;
  readonly icon: string;
}

/** The meaning of each scope for an app (OpenID Connect Core 5.4 and 11). */
export const scopeWords: Readonly<Record<Scope, ScopeWords>> = {
  openid: { text: 'cs.signIn', icon: shieldCheck },
  profile: { text: 'cs.s1', icon: user },
  email: { text: 'cs.s2', icon: mail },
  phone: { text: 'cs.phone', icon: smartphone },
  address: { text: 'cs.s3', icon: mapPin },
  offline_access: { text: 'cs.offline', icon: clock },
};
