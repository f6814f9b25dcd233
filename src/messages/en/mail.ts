import type { ChangeSmsTexts, MailText, MailTexts, SmsTexts } from '#messages/mail-texts.ts';

const footer =
  'You receive this mail because this address was entered at {brand}. If that was not you, ignore it: without the code nothing happens. Never pass the code on; nobody from {brand} will ask for it.';

function code(subject: string, purpose: string): MailText {
  return {
    subject,
    heading: subject,
    paragraphs: [`${purpose} Your verification code is below. It is valid for {minutes} minutes and works once.`],
    footer,
  };
}

function change(subject: string, happened: string) {
  return {
    subject,
    heading: subject,
    paragraphs: [`${happened} Account ID: {number}. Time: {time}. Network: {place}.`, 'If that was you, there is nothing to do.'],
    footer: 'You receive this mail because it concerns the security of your {brand}. If you need help, contact {supportEmail}.',
  } as const satisfies MailText;
}

/** For actions that only an operator can take. */
function operation(subject: string, happened: string) {
  return {
    ...change(subject, happened),
    paragraphs: [`${happened} Account ID: {number}. Time: {time}.`],
  } as const satisfies MailText;
}

export const mail = {
  code: {
    register: {
      ...code('Your {brand} sign-up code', 'You are signing up for {brand}.'),
      link: {
        paragraph: 'You can also confirm your address with the button. Open it within {hours} hours.',
        label: 'Confirm email address',
      },
    },
    login: code('Your {brand} sign-in code', 'You are signing in to {brand}.'),
    reset: {
      ...code('Reset your {brand} password', 'You are resetting the password of your {brand}.'),
      link: {
        paragraph: 'You can also set a new password with the button. The link expires after {hours} hours.',
        label: 'Set a new password',
      },
    },
    verify: code('Your {brand} verification code', 'An action in your account needs a check that it is you.'),
    bind: {
      ...code('Confirm your new email address', 'You are adding this email address to your {brand}.'),
      link: {
        paragraph: 'You can also confirm this address with the button, which signs out your other devices. Open it within {hours} hours.',
        label: 'Confirm email address',
      },
    },
    upgrade: code('Confirm your {brand} upgrade', 'You are upgrading or merging an account that has this email address.'),
    delete: code(
      'Confirm the deletion of your {brand}',
      'You are requesting the permanent deletion of your {brand}. If that was not you, change your password now.',
    ),
  },
  accountCreated: {
    subject: 'Welcome to {brand}',
    heading: 'Your {brand} is ready',
    paragraphs: [
      'Your account has been created. Your ID is {number}, your nickname {nickname}.',
      'Use this email address to sign in, to recover your password and to receive important notices.',
    ],
    footer: 'You receive this mail because an account was created with this address. If that was not you, contact {supportEmail}.',
  },
  changes: {
    passwordChanged: change(
      'Your {brand} password was changed',
      'The password of your {brand} was changed, and all other devices were signed out.',
    ),
    passwordSet: change('A password was set for your {brand}', 'Your {brand} can now be signed in to with a password.'),
    passwordReset: change('Your {brand} password was reset', 'The password of your {brand} was reset, and all devices were signed out.'),
    passwordGuessed: change(
      'Somebody is guessing the password of your {brand}',
      'Many wrong passwords were tried for your {brand}, and none of them signed in. Your password still works.',
    ),
    passwordPaused: change(
      'Your {brand} password is paused in unknown browsers',
      'After too many wrong passwords, your {brand} cannot be signed in to with its password in unknown browsers for 30 days. Codes and your own browsers still work, and a new password works at once.',
    ),
    phoneBound: change('A phone number was added to your {brand}', 'The phone number {target} was added to your {brand}.'),
    phoneChanged: change('The phone number of your {brand} was changed', 'The phone number of your {brand} was changed to {target}.'),
    phoneUnbound: change('A phone number was removed from your {brand}', 'The phone number {target} was removed from your {brand}.'),
    emailBound: change('An email address was added to your {brand}', 'The email address {target} was added to your {brand}.'),
    emailChanged: change('The email address of your {brand} was changed', 'The email address of your {brand} was changed to {target}.'),
    emailUnbound: change('An email address was removed from your {brand}', 'The email address {target} was removed from your {brand}.'),
    deviceAdded: change('A device was signed in to your {brand}', 'A device was signed in to your {brand} with {target}.'),
    addressRestored: change(
      'A change to your {brand} was taken back',
      '{target} belongs to your {brand} again, and all devices were signed out. Set a new password to sign in.',
    ),
    upgraded: change('Your legacy ID is now a {brand}', 'Your legacy ID was upgraded to a {brand}. Use the new ID from now on.'),
    merged: change(
      'Your legacy ID was merged into a {brand}',
      'Your legacy ID was merged into the {brand} below. Use this ID from now on.',
    ),
    mergeUndone: change(
      'A merge with your {brand} was taken back',
      'Your {brand} and the legacy ID are separate again, as before the merge, and all devices were signed out.',
    ),
    socialBound: change(
      '{target} was linked to your {brand}',
      'Your {brand} can now be signed in to with {target}, and your other devices were signed out.',
    ),
    socialUnbound: change(
      '{target} was unlinked from your {brand}',
      'Your {brand} can no longer be signed in to with {target}, and your other devices were signed out.',
    ),
    deletionRequested: change(
      'Your {brand} will be deleted',
      'The deletion of your {brand} was requested, and all devices were signed out. It will be permanently deleted on {date}.',
    ),
    deletionReminder: {
      subject: 'Your {brand} will soon be deleted',
      heading: 'Your {brand} will soon be deleted',
      paragraphs: ['Your {brand} (account ID: {number}) will be permanently deleted on {date}. After that it cannot be recovered.'],
      footer: 'You receive this mail because the deletion of your {brand} was requested. If you need help, contact {supportEmail}.',
    },
    deletionWithdrawn: change(
      'Your {brand} is kept',
      'The deletion of your {brand} was withdrawn. Nothing was lost. Sign in to go on using it.',
    ),
    accountLocked: operation(
      'Your {brand} was locked',
      'Your {brand} was locked by us, and all devices were signed out. Nobody can sign in to it for now.',
    ),
    accountUnlocked: operation('Your {brand} was unlocked', 'Your {brand} was unlocked by us. You can sign in again.'),
    sessionsEnded: operation(
      'Your {brand} was signed out everywhere',
      'Your {brand} was signed out on all devices by us. You can sign in again.',
    ),
  },
  changeLinks: {
    contact: {
      paragraph: 'If you have a question, or if this is a mistake, write to {supportEmail}.',
      label: 'Write to us',
    },
    recover: {
      paragraph: 'If that was not you, set a new password now: it signs everybody out.',
      label: 'Set a new password',
    },
    undo: {
      paragraph:
        'If that was not you, take the change back with the button within {hours} hours. It signs everybody out, and you then set a new password.',
      label: 'Undo the change',
    },
    separate: {
      paragraph:
        'If that was not you, or not what you wanted, separate both again with the button within {hours} hours. It signs everybody out.',
      label: 'Undo the merge',
    },
    withdraw: {
      paragraph: 'Until then you can withdraw the request with the button, or by signing in, and keep everything.',
      label: 'Withdraw request',
    },
  },
} as const satisfies MailTexts;

const sms = (purpose: string) =>
  `[{brand}] {code} is your code to ${purpose}. It is valid for {minutes} minutes. Do not pass it on.\n\n@{domain} #{code}`;

export const smsTexts = {
  register: sms('sign up'),
  login: sms('sign in'),
  reset: sms('reset your password'),
  verify: sms('verify that it is you'),
  bind: sms('add this phone number'),
  upgrade: sms('upgrade or merge your account'),
  delete: sms('delete your account permanently'),
} as const satisfies SmsTexts;

const notice = (happened: string) => `[{brand}] ${happened} Time: {time}. Network: {place}.`;

export const changeSmsTexts = {
  changes: {
    passwordChanged: notice('Your password was changed.'),
    passwordSet: notice('A password was set for your account.'),
    passwordReset: notice('Your password was reset and all devices were signed out.'),
    passwordGuessed: notice('Many wrong passwords were tried for your account, and none of them signed in.'),
    passwordPaused: notice('After too many wrong passwords, your password does not work in unknown browsers for 30 days. Codes still do.'),
    phoneBound: notice('The phone number {target} was added to your account.'),
    phoneChanged: notice('The phone number of your account was changed to {target}.'),
    phoneUnbound: notice('The phone number {target} was removed from your account.'),
    emailBound: notice('The email address {target} was added to your account.'),
    emailChanged: notice('The email address of your account was changed to {target}.'),
    emailUnbound: notice('The email address {target} was removed from your account.'),
    deviceAdded: notice('A device was signed in to your account with {target}.'),
    addressRestored: notice('{target} belongs to your account again and all devices were signed out.'),
    upgraded: notice('Your legacy ID was upgraded to a {brand}.'),
    merged: notice('Your legacy ID was merged into the {brand} {number}.'),
    mergeUndone: notice('Your {brand} and the legacy ID are separate again, and all devices were signed out.'),
    socialBound: notice('{target} was linked to your account and other devices were signed out.'),
    socialUnbound: notice('{target} was unlinked from your account and other devices were signed out.'),
    deletionRequested: notice('The deletion of your account was requested. It will be permanently deleted on {date}.'),
    deletionReminder: '[{brand}] Your account will be permanently deleted on {date}.',
    deletionWithdrawn: notice('The deletion of your account was withdrawn.'),
    accountLocked: '[{brand}] Your account was locked by us and all devices were signed out. Time: {time}.',
    accountUnlocked: '[{brand}] Your account was unlocked by us. You can sign in again. Time: {time}.',
    sessionsEnded: '[{brand}] Your account was signed out on all devices by us. Time: {time}.',
  },
  links: {
    recover: ' If not you, set a new password: {href}',
    undo: ' If not you, undo it within {hours} hours: {href}',
    separate: ' If not you, undo it within {hours} hours: {href}',
    contact: ' Questions: {supportEmail}',
    withdraw: ' To keep it, withdraw the request: {href}',
  },
} as const satisfies ChangeSmsTexts;
