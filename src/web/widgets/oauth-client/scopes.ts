import type { Claim, ConsentLine } from '#contract/apps/openid/claims.words.ts';
import type { MessageKey } from '#web/lib/texts/i18n.tsx';
import { clock, mail, mapPin, monitorSmartphone, shieldCheck, smartphone, user } from '#web/ui/marks/icons.ts';

/** A scope in plain words. */
export interface ScopeWords {
  readonly text: MessageKey;
  readonly icon: string;
}

/** The meaning of each scope and claim for an app (OpenID Connect Core 5.4, 5.5 and 11). */
export const scopeWords: Readonly<Record<ConsentLine, ScopeWords>> = {
  openid: { text: 'cs.signIn', icon: shieldCheck },
  profile: { text: 'cs.s1', icon: user },
  email: { text: 'cs.s2', icon: mail },
  phone: { text: 'cs.phone', icon: smartphone },
  address: { text: 'cs.address', icon: mapPin },
  offline_access: { text: 'cs.offline', icon: clock },
  desktop: { text: 'cs.desktop', icon: monitorSmartphone },
  personal: { text: 'cs.personal', icon: user },
  'claim.name': { text: 'cs.c.name', icon: user },
  'claim.nickname': { text: 'cs.c.nickname', icon: user },
  'claim.preferred_username': { text: 'cs.c.username', icon: user },
  'claim.picture': { text: 'cs.c.picture', icon: user },
  'claim.locale': { text: 'cs.c.locale', icon: user },
  'claim.updated_at': { text: 'cs.c.updated', icon: clock },
  'claim.gender': { text: 'cs.c.gender', icon: user },
  'claim.birthdate': { text: 'cs.c.birthday', icon: user },
  'claim.zoneinfo': { text: 'cs.c.zone', icon: clock },
  'claim.email': { text: 'cs.s2', icon: mail },
  'claim.phone_number': { text: 'cs.phone', icon: smartphone },
  'claim.address': { text: 'cs.address', icon: mapPin },
};

/** The claim by its name, for a sentence about it. */
export const claimNames: Readonly<Record<Claim, MessageKey>> = {
  name: 'pf.nickname',
  nickname: 'pf.nickname',
  preferred_username: 'pf.username',
  picture: 'pf.avatar',
  locale: 'cs.n.locale',
  updated_at: 'cs.n.updated',
  gender: 'pf.gender',
  birthdate: 'pf.birthday',
  zoneinfo: 'pf.zone',
  email: 'cs.n.email',
  phone_number: 'cs.n.phone',
  address: 'pf.address',
};
