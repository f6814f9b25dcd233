import { limits } from '#contract/limits.ts';
import type { Subject, ChangeSmsTexts, MailText, MailTexts, SmsTexts } from '#messages/mail-texts.ts';
import { staffReasons } from './staff-reasons.ts';

/** For codes that only a signed-in person can ask for: someone else would be in the account. */
const ofAccount =
  'You received this email because someone who is signed in to your {brand} asked for a code. If it was not you, change your password now. Never share the code. {brand} staff will never ask for it.';

const footer =
  'You received this email because someone entered this address at {brand}. If it was not you, ignore this email: nothing happens without the code. Never share the code. {brand} staff will never ask for it.';

function code(subject: string, purpose: string): MailText {
  return {
    subject,
    heading: subject,
    paragraphs: [`${purpose} Use the verification code below. It is valid for {minutes} minutes and works once.`],
    footer,
  };
}

function change<Text extends string>(subject: Subject<Text>, happened: string, heading: string = subject) {
  return {
    subject,
    heading,
    paragraphs: [`${happened} Account ID: {number}. Time: {time}. Network: {place}.`, 'If this was you, you do not need to do anything.'],
    footer: 'You received this email because it concerns the security of your {brand}. If you need help, contact {supportEmail}.',
  } as const satisfies MailText;
}

/** The way to the receipt of a deletion, which nobody can look up later. */
function withReceipt({ paragraphs, ...text }: MailText): MailText {
  const keep = 'Keep this link. It is the only way to your erasure receipt, and it doesn’t say who you are: {receipt}';
  return { ...text, paragraphs: [...paragraphs, keep] };
}

/** What happened ends with words of the operator, which have their own punctuation. */
function terms(subject: string, happened: string) {
  return { ...change(subject, happened), paragraphs: [happened, 'Account ID: {number}. Time: {time}.'] } as const satisfies MailText;
}

/** For actions that only an operator can take. */
function operation<Text extends string>(subject: Subject<Text>, happened: string, heading: string = subject) {
  return {
    ...change<string>(subject, happened, heading),
    paragraphs: [`${happened} Account ID: {number}. Time: {time}.`],
  } as const satisfies MailText;
}

function app<Text extends string>(subject: Subject<Text>, heading: string, paragraph: string): MailText {
  return {
    subject,
    heading,
    paragraphs: [paragraph],
    footer:
      'You received this email because it concerns an app in the Developer Center of {brand}. If you need help, contact {supportEmail}.',
  };
}

export const mail = {
  code: {
    register: {
      ...code('Your {brand} sign-up code', 'You are signing up for {brand}.'),
      link: {
        paragraph: 'You can also confirm your email address with the button below. It works for {hours} hours.',
        label: 'Confirm email address',
      },
    },
    login: code('Your {brand} sign-in code', 'You are signing in to {brand}.'),
    reset: {
      ...code('Reset your {brand} password', 'You are resetting your {brand} password.'),
      link: {
        paragraph: 'You can also set a new password with the button below. It works for {hours} hours.',
        label: 'Set a new password',
      },
    },
    verify: {
      ...code('Your {brand} verification code', 'An action in your account requires you to verify your identity.'),
      footer: ofAccount,
    },
    bind: {
      ...code('Confirm your new email address', 'You are adding this email address to your {brand}.'),
      link: {
        paragraph: 'You can also confirm this email address with the button below. It works for {hours} hours.',
        label: 'Confirm email address',
      },
    },
    freeze: code('Freeze your {brand}', 'You are freezing your {brand}.'),
    recover: code('Get back into your {brand}', 'You are getting back into your {brand}.'),
    upgrade: code('Confirm your {brand} upgrade', 'You are upgrading or merging an account with this email address.'),
    delete: {
      ...code('Confirm the deletion of your {brand}', 'You are requesting to delete your {brand} permanently.'),
      footer: ofAccount,
    },
  },
  digest: { line: '{time}: {what}. Network: {place}.', more: 'Further events without a line of their own: {n}.' },
  listed: {
    reference: 'Reference {ref}. Security › Messages and access lists every message that we send you.',
    app: 'A message about one of your apps',
    other: 'A message',
    titles: {
      digest: 'Several events in your {brand}',
      socialBound: 'A social account was linked to your {brand}',
      socialUnbound: 'A social account was unlinked from your {brand}',
      termsAhead: 'The terms of {brand} change soon',
      termsDue: 'Please decide about the new terms of {brand}',
      requestAnswered: 'Your request has an answer',
      childDue: 'A parent or guardian has to agree',
    },
  },
  accountCreated: {
    subject: 'Welcome to {brand}',
    heading: 'Your {brand} is ready',
    paragraphs: [
      'Your account has been created. Your ID is {number} and your nickname is {nickname}.',
      'You can use this email address to sign in, recover your password and receive important notices.',
    ],
    footer: 'You received this email because an account was created with this address. If it was not you, contact {supportEmail}.',
  },
  alarm: {
    text: {
      subject: '{brand}: an alarm of the desk',
      heading: 'An alarm of the desk',
      paragraphs: ['Member: {member}. {kind}', 'Case: {case}. Ask the member, or look at the audit trail.'],
      footer: 'You received this email because you are a lead or an auditor of the desk. It names no customer.',
    },
    kinds: {
      opened: 'They have reached the limit of people opened.',
      unmasked: 'They have reached the limit of fields shown.',
      misses: 'Many of their searches found no one.',
      acts: 'They have reached the limit of locks, freezes and ended sessions.',
      asked: 'They have reached the limit of approvals asked for.',
      own: 'They have searched for their own account.',
      member: 'They have opened the account of another member.',
      audit: 'The audit trail is not as it was written. Change nothing, and look at it.',
      exception: 'They have exceptional access to one account, for half an hour.',
      bait: 'They have opened an account that belongs to no one.',
      crowd: 'The person whom they opened was opened by three members today, under different cases.',
    },
  },
  desk: {
    text: {
      subject: '{brand}: requests about data that wait for an answer ({n})',
      heading: 'Requests that wait for an answer',
      paragraphs: ['Read and answer them with the command requests on the server.'],
      footer: 'You received this email because this address answers requests about data. It names no one and quotes nothing.',
    },
    line: '{number}: {kind}. Answer by {date}.',
    late: '{number}: {kind}. Overdue since {date}.',
    kinds: {
      correct: 'Correct something',
      object: 'Object to a use',
      explain: 'Explain something',
      restrict: 'Pause a use',
      transfer: 'Send data to another service',
      other: 'Something else',
      appeal: 'Appeal',
    },
  },
  apps: {
    secretMade: app(
      'A new secret of one of your apps was made',
      'A new secret of “{app}” was made',
      'Time: {time}. If it was not you, remove it in the Developer Center and change your password.',
    ),
    secretRemoved: app(
      'A secret of one of your apps was removed',
      'A secret of “{app}” was removed',
      'Time: {time}. It no longer works. If it was not you, make a new one and change your password.',
    ),
    secretsHeld: app(
      'Confirm the secrets of one of your apps',
      'Confirm the secrets of “{app}”',
      'We have restored our data from a backup. A secret that you removed since may work again. Confirm the ones in use in the Developer Center, and remove the others: what is not confirmed ends in {days} days.',
    ),
    keysChanged: app(
      'The keys of one of your apps were changed',
      'The keys of “{app}” were changed',
      'Time: {time}. If it was not you, put your own keys back and change your password.',
    ),
    addressesChanged: app(
      'The addresses of one of your apps were changed',
      'The addresses of “{app}” were changed',
      'Time: {time}. If it was not you, put them right in the Developer Center and change your password.',
    ),
    transferAsked: app(
      'A developer wants to hand an app over to you',
      '{owner} wants to hand “{app}” over to you',
      'Accept or refuse it in the Developer Center by {date}. Without an answer nothing changes.',
    ),
    moved: app(
      'An app has a new developer',
      '“{app}” is now run by {owner}',
      'The former developer has no access any more. All its secrets stop working within 7 days.',
    ),
    deleted: app(
      'One of your apps will be erased',
      '“{app}” will be erased on {date}',
      'No one can sign in with it. Until then you can restore it in the Developer Center.',
    ),
    accepted: app('One of your apps is live', '“{app}” is live', 'Everyone can sign in with it now.'),
    refused: app(
      'One of your apps needs changes',
      '“{app}” needs changes: {reasons}',
      'Change it in the Developer Center and submit it again.',
    ),
    suspended: app(
      'One of your apps is suspended',
      '“{app}” is suspended: {reasons}',
      'No one can sign in with it. If you have questions, write to {supportEmail}.',
    ),
    resumed: app(
      'One of your apps is no longer suspended',
      '“{app}” is no longer suspended',
      'People can sign in with it again. They need to sign in anew.',
    ),
    domainGone: app(
      'The proof of a domain is missing',
      'The proof of {domain} for “{app}” is missing',
      'Put the record or the file back. After 7 days without it, people no longer see the app as verified.',
    ),
    signalsPaused: app(
      'Signals to one of your apps are paused',
      'Signals to “{app}” are paused',
      `Its address {address} has not answered for 7 days. Events are kept for ${limits.signalDays} days. Resume the stream in the Developer Center when it answers again.`,
    ),
    testerInvited: app(
      'A developer invites you to test an app',
      '{owner} invites you to test “{app}”',
      'Accept or refuse it under Authorized apps in your account. Without your consent nothing happens.',
    ),
  },
  changes: {
    passwordChanged: change(
      'Your {brand} password was changed',
      'Your {brand} password was changed, and all other devices were signed out.',
    ),
    passwordSet: change('A password was set for your {brand}', 'You can now sign in to your {brand} with a password.'),
    passwordReset: change('Your {brand} password was reset', 'Your {brand} password was reset, and all devices were signed out.'),
    passwordGuessed: change(
      'Someone is guessing your {brand} password',
      'Many wrong passwords were tried for your {brand}, and none of them signed in. Your password still works.',
    ),
    passwordPaused: change(
      'Your {brand} password is paused in unknown browsers',
      'After too many wrong passwords, your {brand} password does not work in unknown browsers for 30 days. You can still sign in with a code or in a browser you have used before. A new password works immediately.',
    ),
    passwordRemoved: change(
      'The password of your {brand} was removed',
      'The password of your {brand} was removed, and all other devices were signed out. You sign in with a passkey now.',
    ),
    totpAdded: change(
      'An authenticator app was added to your {brand}',
      'An authenticator app was added to your {brand}. Its codes now confirm that it is you.',
    ),
    totpRemoved: change(
      'An authenticator app was removed from your {brand}',
      'An authenticator app was removed from your {brand}, and all other devices were signed out.',
    ),
    recoveryCodesMade: change(
      'Your {brand} has new recovery codes',
      'New recovery codes were made for your {brand}. The previous ones no longer work.',
    ),
    recoveryCodeUsed: change(
      'A recovery code of your {brand} was used',
      'A recovery code of your {brand} was used. It cannot be used again.',
    ),
    twoStepOn: change(
      'Two-step verification is on for your {brand}',
      'Two-step verification was turned on for your {brand}, and all other devices were signed out.',
    ),
    twoStepOff: change(
      'Two-step verification is off for your {brand}',
      'Two-step verification was turned off for your {brand}, and all other devices were signed out.',
    ),
    phoneBound: change('A phone number was added to your {brand}', 'The phone number {target} was added to your {brand}.'),
    phoneChanged: change('Your {brand} phone number was changed', 'The phone number of your {brand} was changed to {target}.'),
    phoneUnbound: change('A phone number was removed from your {brand}', 'The phone number {target} was removed from your {brand}.'),
    emailBound: change('An email address was added to your {brand}', 'The email address {target} was added to your {brand}.'),
    emailChanged: change('Your {brand} email address was changed', 'The email address of your {brand} was changed to {target}.'),
    emailUnbound: change('An email address was removed from your {brand}', 'The email address {target} was removed from your {brand}.'),
    deviceAdded: change('A device signed in to your {brand}', 'A device signed in to your {brand} with the app {name}.'),
    upgraded: change('Your legacy ID is now a {brand}', 'Your legacy ID was upgraded to a {brand}. Use the new ID from now on.'),
    merged: change(
      'Your legacy ID was merged into a {brand}',
      'Your legacy ID was merged into the {brand} below. Use this ID from now on.',
    ),
    mergeUndone: change(
      'A merge with your {brand} was undone',
      'Your {brand} and the legacy ID are separate again. The phone number, email and password of your {brand} stay as they are.',
    ),
    socialBound: change('{target} was linked to your {brand}', 'You can now sign in to your {brand} with {target}.'),
    socialUnbound: change(
      '{target} was unlinked from your {brand}',
      'You can no longer sign in to your {brand} with {target}. Your other devices were signed out.',
    ),
    claimOpened: {
      ...change('Someone asked to get into your {brand}', ''),
      paragraphs: [
        'Someone asked to get into your {brand} account ({number}) on {time} from {place}, by {way}.',
        'If this was not you, stop it. Otherwise they can set a new password on {due}.',
      ],
    },
    claimReminder: {
      ...change('A request to get into your {brand} is still waiting', ''),
      paragraphs: [
        'Someone asked to get into your {brand} account ({number}) from {place}, by {way}.',
        'If this was not you, stop it. Otherwise they can set a new password on {due}.',
      ],
    },
    claimStopped: change('A request to get into your {brand} was stopped', 'The request was stopped. No one gets in by it.'),
    claimDue: {
      ...change('You can get back into your {brand} now', ''),
      paragraphs: ['No one stopped your request to get back into your {brand} ({number}). You can set a new password now, for seven days.'],
    },
    waitOpened: {
      ...change('Someone asked for a change in your {brand}', ''),
      paragraphs: [
        'Someone asked to {what} in your {brand} account ({number}) on {time} from {place}, by {way}.',
        'If this was not you, stop it. Otherwise it can take effect on {due}.',
      ],
    },
    waitReminder: {
      ...change('A request in your {brand} is still waiting', ''),
      paragraphs: [
        'Someone asked from {place}, by {way}, to {what} in your {brand} account ({number}).',
        'If this was not you, stop it. Otherwise it can take effect on {due}.',
      ],
    },
    waitDue: {
      ...change('The wait in your {brand} is over', ''),
      paragraphs: [
        'Someone asked to {what} in your {brand} account ({number}), by {way}, and no one stopped it. It can be done now, for seven days.',
        'If this was not you, stop it.',
      ],
    },
    waitStopped: change('A request in your {brand} was stopped', 'The request was stopped. Nothing was changed.'),
    waitDone: change(
      'The wait in your {brand} is over',
      'Someone asked to {what}, and the wait is over: it was done. All devices were signed out.',
    ),
    recoveryDone: change(
      'Your {brand} was recovered',
      'Someone got back into your {brand} and set a new password. All devices were signed out.',
    ),
    passkeyAdded: change('A passkey was added to your {brand}', 'You can now sign in to your {brand} with the passkey “{name}”.'),
    passkeyRemoved: change(
      'A passkey was removed from your {brand}',
      'You can no longer sign in to your {brand} with the passkey “{name}”. Your other devices were signed out.',
    ),
    passkeySuspect: change(
      'A passkey of your {brand} may have been copied',
      'The passkey “{name}” of your {brand} was refused, because a copy of it may be in use. Remove it and add a new one.',
    ),
    qrRefused: change(
      'A sign-in to your {brand} was stopped',
      'Someone tried to sign in to your {brand} on a computer with a code that your phone scanned. It was stopped, and no one was signed in. Only scan codes from a screen in front of you.',
    ),
    deletionRequested: withReceipt(
      change(
        'Your {brand} will be deleted',
        'A request to delete your {brand} was received, and all devices were signed out. Your {brand} will be permanently deleted on {date}.',
      ),
    ),
    deletionReminder: {
      subject: 'Your {brand} will be deleted soon',
      heading: 'Your {brand} will be deleted soon',
      paragraphs: ['Your {brand} (account ID: {number}) will be permanently deleted on {date}. After that it cannot be recovered.'],
      footer: 'You received this email because of a request to delete your {brand}. If you need help, contact {supportEmail}.',
    },
    deletionWithdrawn: change(
      'Your {brand} is kept',
      'The request to delete your {brand} was withdrawn. No data was lost. Sign in to keep using it.',
    ),
    exportAsked: change(
      'A copy of your {brand} data was requested',
      'A copy of your data was requested. We will tell you when it is ready to download.',
    ),
    guardianCopied: change(
      'Your guardian asked for a copy of your {brand} data',
      'A parent or guardian asked for a copy of your data. Messages between you and us are not in it.',
    ),
    exportReady: change(
      'The copy of your {brand} data is ready',
      'Your copy is ready for 21 days. Sign in and open Your data to download it.',
    ),
    termsAhead: terms('The terms of {brand} change on {date}', 'Our terms change on {date}. What changes: {changes}'),
    termsDue: terms(
      'Please decide about the new terms of {brand} by {date}',
      'Please decide about the new terms by {date}. You can accept, take your data or leave. What changes: {changes}',
    ),
    settingsErased: change('Synced settings of your {brand} were erased', 'Synced settings were erased. Your computers keep theirs.'),
    operatorLooked: operation(
      'Our staff looked at your {brand}',
      'A member of our staff opened your account. Reason: {reason}. Case: {case}. Security › Messages and access lists every look.',
    ),
    requestAnswered: operation(
      'Your request {target} has an answer',
      'Your request {target} has an answer. Sign in and open Your data to read it.',
    ),
    guardianAgreed: change(
      'You agreed to the account of a child',
      'You agreed to an account for {name}.',
      'You agreed to an account for {name}',
    ),
    guardianFreed: change('A guardian agreed to your {brand}', 'A parent or guardian agreed to your account. You can use it now.'),
    guardianEnds: operation(
      'The time of a guardian ends',
      'From {date} the account belongs to {name} alone.',
      'From {date} the account belongs to {name} alone',
    ),
    childDue: operation(
      'A parent or guardian has to agree by {date}',
      'A parent or guardian has to agree by {date}, or the account is deleted.',
    ),
    exportDownloaded: change('The copy of your {brand} data was downloaded', 'Your copy was downloaded.'),
    accountLocked: operation(
      'Your {brand} was locked',
      'We locked your {brand} and signed out all devices. No one can sign in to it for now.',
    ),
    accountUnlocked: operation('Your {brand} was unlocked', 'We unlocked your {brand}. You can sign in again.'),
    deletionRestored: operation(
      'Your {brand} is not deleted',
      'We ended the deletion of your {brand}. To delete it, sign in and ask for it again.',
    ),
    wayBack: operation('How to get back into your {brand}', 'Our support sends you the page on which you can get back into your {brand}.'),
    newBrowser: change('New sign-in to your {brand}', 'There was a sign-in to your {brand} from a new browser: {target}.'),
    newPlace: change('Unusual sign-in to your {brand}', 'There was an unusual sign-in to your {brand}: {target}.'),
    failedSignIns: change(
      'Wrong passwords for your {brand}',
      '{target} sign-ins to your {brand} failed because of a wrong password. No one got in, and your password still works.',
    ),
    contactGuessed: change(
      'Someone is guessing a phone number or email of your {brand}',
      'Someone who is signed in to your {brand} tried to guess the phone number or email address in it. Further tries are refused for a day.',
    ),
    recoveryBegun: change(
      'Someone asked for a new {brand} password',
      'Someone asked for a code to set a new password for your {brand}. The code went to another phone or email of the account. Nothing has changed so far.',
    ),
    appAllowed: change(
      'An app has access to your {brand}',
      'The app “{name}” was allowed to access your {brand}.',
      '“{name}” has access to your {brand}',
    ),
    noticesChanged: change(
      'Your notices from {brand} were changed',
      'The way in which we tell you about your {brand} was changed. Important notices still go to every phone and email.',
    ),
    digest: {
      ...change('{n} more events in your {brand}', ''),
      paragraphs: [
        'Much has happened in a short time, so we tell you of it in one message. Account ID: {number}.',
        'If all of this was you, you do not need to do anything.',
      ],
    },
    frozen: change(
      'Your {brand} is frozen',
      'Your {brand} was frozen: all devices were signed out, apps lost their access, and changes of the last days were put back.',
    ),
    unfrozen: change(
      'Your {brand} is no longer frozen',
      'Your {brand} is active again: its owner was verified, and a new password was set.',
    ),
    sessionsEnded: operation('Your {brand} was signed out everywhere', 'We signed out your {brand} on all devices. You can sign in again.'),
  },
  staffReasons,
  unnamedPasskey: 'Passkey',
  changeLinks: {
    contact: {
      paragraph: 'If you have questions, or think this is a mistake, contact {supportEmail}.',
      label: 'Contact us',
    },
    freeze: {
      paragraph:
        'If this was not you, tell us with the button below within {hours} hours. You do not need to sign in. Nothing happens until you confirm on the page that opens.',
      label: 'That wasn’t me',
    },
    freezePage: {
      paragraph: 'If this was not you, freeze your account with a code to your phone or email.',
      label: 'Freeze the account',
    },
    wayBack: {
      paragraph: 'You can get back in whenever you are ready. While the account is frozen, nothing in it can be changed.',
      label: 'Get back in',
    },
    recover: {
      paragraph: 'Show there what you have: a number or email of before, a password, a passkey or a recovery code.',
      label: 'Get back in',
    },
    separate: {
      paragraph: 'If this was not you, or was a mistake, separate the accounts with the button below within {hours} hours.',
      label: 'Undo the merge',
    },
    stop: {
      paragraph: 'You do not need to sign in. Nothing happens until you choose.',
      label: 'Stop this',
    },
    finish: {
      paragraph: 'The button works for seven days.',
      label: 'Set a new password',
    },
    withdraw: {
      paragraph: 'Until then you can withdraw the request with the button below or by signing in, and keep everything.',
      label: 'Withdraw request',
    },
  },
} as const satisfies MailTexts;

const sms = (purpose: string) =>
  `[{brand}] {code} is your code to ${purpose}. It is valid for {minutes} minutes. Do not share it.\n\n@{domain} #{code}`;

export const smsTexts = {
  register: sms('sign up'),
  login: sms('sign in'),
  reset: sms('reset your password'),
  verify: sms('verify your identity'),
  bind: sms('add this phone number'),
  freeze: sms('freeze your account'),
  recover: sms('get back into your account'),
  upgrade: sms('upgrade or merge your account'),
  delete: sms('permanently delete your account'),
} as const satisfies SmsTexts;

const notice = (happened: string) => `[{brand}] ${happened} Time: {time}. Network: {place}.`;

export const changeSmsTexts = {
  changes: {
    passwordChanged: notice('Your password was changed.'),
    passwordSet: notice('A password was set for your account.'),
    passwordReset: notice('Your password was reset and all devices were signed out.'),
    passwordGuessed: notice('Many wrong passwords were tried for your account, and none of them signed in.'),
    passwordPaused: notice('After too many wrong passwords, your password does not work in unknown browsers for 30 days. Codes still do.'),
    passwordRemoved: notice('Your password was removed and other devices were signed out.'),
    totpAdded: notice('An authenticator app was added to your account.'),
    totpRemoved: notice('An authenticator app was removed from your account and other devices were signed out.'),
    recoveryCodesMade: notice('New recovery codes were made for your account.'),
    recoveryCodeUsed: notice('A recovery code of your account was used.'),
    twoStepOn: notice('Two-step verification was turned on and other devices were signed out.'),
    twoStepOff: notice('Two-step verification was turned off and other devices were signed out.'),
    phoneBound: notice('The phone number {target} was added to your account.'),
    phoneChanged: notice('The phone number of your account was changed to {target}.'),
    phoneUnbound: notice('The phone number {target} was removed from your account.'),
    emailBound: notice('The email address {target} was added to your account.'),
    emailChanged: notice('The email address of your account was changed to {target}.'),
    emailUnbound: notice('The email address {target} was removed from your account.'),
    deviceAdded: notice('A device signed in to your account with the app {name}.'),
    upgraded: notice('Your legacy ID was upgraded to a {brand}.'),
    merged: notice('Your legacy ID was merged into the {brand} {number}.'),
    mergeUndone: notice('Your {brand} and the legacy ID are separate again.'),
    socialBound: notice('{target} was linked to your account.'),
    socialUnbound: notice('{target} was unlinked from your account and other devices were signed out.'),
    claimOpened:
      '[{brand}] Someone asked to get into your {brand} account ({number}) on {time} from {place}. If it is not stopped, they can set a new password on {due}.',
    claimReminder:
      '[{brand}] A request to get into your {brand} account ({number}) is still waiting. If it is not stopped, they can set a new password on {due}.',
    claimStopped: notice('The request to get into your account was stopped. No one gets in by it.'),
    claimDue: '[{brand}] No one stopped your request to get back into your account ({number}).',
    waitOpened:
      '[{brand}] Someone asked to {what} in your {brand} account ({number}) on {time} from {place}. If it is not stopped, it can take effect on {due}.',
    waitReminder:
      '[{brand}] A request to {what} in your {brand} account ({number}) is still waiting. If it is not stopped, it can be done on {due}.',
    waitDue: '[{brand}] The wait is over: someone asked to {what} in your {brand} account ({number}) and can do so now.',
    waitStopped: notice('The request was stopped. Nothing was changed.'),
    waitDone: notice('Someone asked to {what}, and the wait is over: it was done. All devices were signed out.'),
    recoveryDone: notice('Someone got back into your account and set a new password. All devices were signed out.'),
    passkeyAdded: notice('The passkey “{name}” was added to your account.'),
    passkeyRemoved: notice('The passkey “{name}” was removed from your account and other devices were signed out.'),
    passkeySuspect: notice('The passkey “{name}” was refused: a copy of it may be in use. Remove it and add a new one.'),
    qrRefused: notice('A sign-in on a computer was stopped. Only scan codes from a screen in front of you.'),
    deletionRequested: notice('Your account will be permanently deleted on {date}, as requested. Receipt: {receipt}'),
    deletionReminder: '[{brand}] Your account will be permanently deleted on {date}.',
    deletionWithdrawn: notice('The request to delete your account was withdrawn.'),
    exportAsked: notice('A copy of your data was requested.'),
    guardianCopied: notice('A parent or guardian asked for a copy of your data.'),
    exportReady: notice('Your copy is ready for 21 days. Sign in and open Your data to download it.'),
    exportDownloaded: notice('Your copy was downloaded.'),
    termsAhead: '[{brand}] Our terms change on {date}. Time: {time}.',
    termsDue: '[{brand}] Please decide about the new terms by {date}. You can accept, take your data or leave. Time: {time}.',
    guardianAgreed: notice('You agreed to an account for {name}.'),
    guardianFreed: notice('A parent or guardian agreed to your account.'),
    guardianEnds: '[{brand}] From {date} the account belongs to {name} alone. Time: {time}.',
    childDue: '[{brand}] A parent or guardian has to agree by {date}, or the account is deleted. Time: {time}.',
    settingsErased: notice('Synced settings were erased.'),
    operatorLooked: '[{brand}] A member of our staff opened your account. Reason: {reason}. Case: {case}. Time: {time}.',
    requestAnswered: '[{brand}] Your request {target} has an answer. Sign in and open Your data to read it. Time: {time}.',
    accountLocked: '[{brand}] We locked your account and signed out all devices. Time: {time}.',
    accountUnlocked: '[{brand}] We unlocked your account. You can sign in again. Time: {time}.',
    deletionRestored: '[{brand}] We ended the deletion of your account. Time: {time}.',
    wayBack: '[{brand}] Our support sends you the page to get back into your account. Time: {time}.',
    newBrowser: notice('There was a sign-in to your account from a new browser: {target}.'),
    newPlace: notice('Unusual sign-in to your account: {target}.'),
    contactGuessed: notice('Someone who is signed in to your account tried to guess the phone number or email address in it.'),
    failedSignIns: notice('{target} sign-ins to your account failed because of a wrong password. No one got in.'),
    recoveryBegun: notice('Someone asked for a code to set a new password for your account. Nothing has changed so far.'),
    appAllowed: notice('The app “{name}” was allowed to access your account.'),
    noticesChanged: notice('The way in which we tell you about your account was changed.'),
    digest: '[{brand}] {n} more events in your account, the latest: {what}. Time: {time}.',
    frozen: notice('Your account was frozen and all devices were signed out.'),
    unfrozen: notice('Your account is no longer frozen: its owner was verified, and a new password was set.'),
    sessionsEnded: '[{brand}] We signed out your account on all devices. Time: {time}.',
  },
  links: {
    freeze: ' Not you? Freeze the account: {href}',
    freezePage: ' Not you? Freeze the account: {href}',
    wayBack: ' Get back in: {href}',
    recover: ' {href}',
    separate: ' Not you? Undo it within {hours} hours: {href}',
    contact: ' Questions? {supportEmail}',
    stop: ' Not you? Stop it: {href}',
    finish: ' Set a new password within seven days: {href}',
    withdraw: ' To keep it, withdraw the request: {href}',
  },
} as const satisfies ChangeSmsTexts;
