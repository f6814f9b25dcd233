import { limits } from '#contract/limits.ts';
/** Changing, binding and unbinding a phone or an email, and the pages behind the mailed links. */
export const contacts = {
  'title.activate': 'Confirm email address',
  'un.lost': 'I no longer control {target}',
  'un.lostD': 'Then its notice has no link that acts on your account.',
  'ad.tellOld': 'We’ll notify {target}. If this was not you, the link in the notice freezes the account and puts the change back.',
  'ad.bindLead': 'You can then use it to sign in and to recover your account.',
  'ad.mailLink': `You can also use the link in the email. It works for ${limits.activationLinkHours} hours, in any browser.`,
  'ad.again': 'You can try again after {time}.',
  'ad.bound.phone': 'Phone number added',
  'ad.bound.email': 'Email address added',
  'ad.unbound.phone': 'Phone number removed',
  'ad.unbound.email': 'Email address removed',
  'ad.unbind.phone': 'Remove phone number',
  'ad.unbind.email': 'Remove email address',
  'ad.unbind.b':
    'You will no longer be able to use it to sign in or receive codes. We’ll notify {target}. If this was not you, the link in the notice freezes the account and puts it back.',
  'ad.last.phone': 'This is the only way to sign in and recover your account. Add an email address first.',
  'ad.last.email': 'This is the only way to sign in and recover your account. Add a phone number first.',
  'ad.add.phone': 'Add phone number',
  'ad.add.email': 'Add email address',
  'ends.others': 'All other devices and apps will be signed out. Apps keep the permissions you gave them.',
  'ends.nothing': 'Other devices and apps stay signed in.',
  'ln.setPassword': 'Set a new password',
  'ln.activate.h': 'Confirm your new email address',
  'ln.activate.b':
    'This email address will be added to your {brand}. If it replaces another one, all other devices and apps will be signed out. Apps keep the permissions you gave them.',
  'ln.activate.okH': 'Email address confirmed',
  'ln.activate.okB': '{target} has been added to your {brand}.',
  'ln.dead.h': 'This link no longer works',
  'ln.dead.activate':
    'It has already been used or has expired, or we sent you a newer email. Go to Security to see your current email address or change it again.',
  'ln.toSecurity': 'Go to Security',
  'ln.taken.h': 'In use by another account',
  'ln.taken.activate': 'Nothing was changed. This email address was added to another account after we sent the email.',
} as const;
