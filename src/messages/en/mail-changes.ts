import type { AnswerText, ChangeAnswer, ChangeEvent, ChangeText, Subject } from '#messages/mail-texts.ts';

/** The title, which is the subject too, what follows it in a mail, and the sentence of an SMS. */
function told<Title extends string>(title: Subject<Title>, says: string, sms: string, more: Partial<ChangeText> = {}): ChangeText {
  return { title, says, sms, ...more };
}

export const changes = {
  newBrowser: told('New sign-in', 'Your account was just signed in to from a new browser.', 'new sign-in{near}{on}'),
  newPlace: told('New sign-in', 'There was just an unusual sign-in to your account.', 'new sign-in{near}{on}'),
  sessionsEnded: told(
    'Your account was signed out everywhere',
    'We signed out your account on all devices. You can sign in again.',
    'we signed out your account on all devices',
  ),
  passwordChanged: told('Your password was changed', 'Other devices were signed out.', 'your password was changed'),
  passwordSet: told('A password was set', 'Your account can now be opened with a password.', 'a password was set for your account'),
  passwordReset: told('Your password was reset', 'All devices were signed out.', 'your password was reset'),
  passwordGuessed: told(
    'Someone is guessing your password',
    'Many wrong passwords were tried, and none of them signed in. Your password still works.',
    'many wrong passwords were tried for your account',
  ),
  passwordPaused: told(
    'Your password is paused in unknown browsers',
    'After too many wrong passwords, your password does not work in unknown browsers for 30 days. You can still sign in with a code or in a browser you have used before. A new password works immediately.',
    'your password is paused in unknown browsers',
  ),
  passwordRemoved: told(
    'Your password was removed',
    'Other devices were signed out. You sign in with a passkey now.',
    'your password was removed',
  ),
  totpAdded: told(
    'An authenticator app was added',
    'Its codes now confirm that it is you.',
    'an authenticator app was added to your account',
  ),
  totpRemoved: told(
    'An authenticator app was removed',
    'Other devices were signed out.',
    'an authenticator app was removed from your account',
  ),
  recoveryCodesMade: told(
    'You have new recovery codes',
    'The previous ones no longer work.',
    'new recovery codes were made for your account',
  ),
  recoveryCodeUsed: told('A recovery code was used', 'It cannot be used again.', 'a recovery code of your account was used'),
  twoStepOn: told('Two-step verification is on', 'Other devices were signed out.', 'two-step verification was turned on'),
  twoStepOff: told('Two-step verification is off', 'Other devices were signed out.', 'two-step verification was turned off'),
  phoneBound: told('A phone number was added', 'It is {target}.', 'a phone number was added to your account'),
  phoneChanged: told('Your phone number was changed', 'It is now {target}.', 'your phone number was changed'),
  phoneUnbound: told('A phone number was removed', 'It was {target}.', 'a phone number was removed from your account'),
  emailBound: told('An email address was added', 'It is {target}.', 'an email address was added to your account'),
  emailChanged: told('Your email address was changed', 'It is now {target}.', 'your email address was changed'),
  emailUnbound: told('An email address was removed', 'It was {target}.', 'an email address was removed from your account'),
  socialBound: told('{target} was linked', 'Your account can now be opened with {target}.', '{target} was linked to your account'),
  socialUnbound: told(
    '{target} was unlinked',
    'You can no longer sign in with {target}. Other devices were signed out.',
    '{target} was unlinked from your account',
  ),
  passkeyAdded: told(
    'A passkey was added',
    'Your account can now be opened with the passkey “{name}”.',
    'a passkey was added to your account',
  ),
  passkeyRemoved: told(
    'A passkey was removed',
    'You can no longer sign in with the passkey “{name}”. Other devices were signed out.',
    'a passkey was removed from your account',
  ),
  passkeySuspect: told(
    'A passkey may have been copied',
    'The passkey “{name}” was refused, because a copy of it may be in use. Remove it and add a new one.',
    'a passkey was refused: a copy of it may be in use',
  ),
  upgraded: told('Your legacy ID was upgraded', 'Use the new account from now on.', 'your legacy ID was upgraded'),
  merged: told('Your legacy ID was merged', 'Use the merged account from now on.', 'your legacy ID was merged into another account'),
  mergeUndone: told(
    'A merge was undone',
    'Your account and the legacy ID are separate again. Your phone number, email and password stay as they are.',
    'the merge of your accounts was undone',
  ),
  waitOpened: told(
    'Someone asked for a change in your account',
    'They asked to {what}. If no one stops it, it can take effect on {due}.',
    'someone asked for a change in your account',
  ),
  waitReminder: told(
    'A request for a change is still waiting',
    'Someone asked to {what}. If no one stops it, it can take effect on {due}.',
    'a request for a change in your account is still waiting',
  ),
  waitDue: told(
    'The wait for a change is over',
    'Someone asked to {what}, and no one stopped it. It can be done now, for seven days.',
    'the wait for a change in your account is over',
  ),
  waitStopped: told('A request for a change was stopped', 'Nothing was changed.', 'the request for a change was stopped'),
  waitDone: told(
    'Your account was changed',
    'Someone asked to {what}, and the wait is over: it was done. All devices were signed out.',
    'the change that was asked for in your account was made',
  ),
  noticesChanged: told('Your notices were changed', 'Important notices still go to every phone and email.', 'your notices were changed'),
  appAllowed: told('You allowed an app', 'It has access to what you allowed.', 'an app was allowed to access your account', {
    heading: 'You allowed “{name}”',
  }),
  deviceAdded: told('A device signed in', 'It signed in to your account with the app “{name}”.', 'a device signed in to your account'),
  failedSignIns: told(
    'Wrong passwords for your account',
    '{target} sign-ins failed because of a wrong password. No one got in, and your password still works.',
    'wrong passwords were tried for your account, and no one got in',
  ),
  recoveryBegun: told(
    'Someone asked for a new password',
    'A code went to another phone or email of your account. Nothing has changed so far.',
    'someone asked for a code to set a new password',
  ),
  contactGuessed: told(
    'Someone is guessing your phone number or email',
    'Someone who is signed in to your account tried to guess the phone number or email in it. Further tries are refused for a day.',
    'someone is guessing the phone number or email of your account',
  ),
  qrRefused: told(
    'A sign-in on a computer was stopped',
    'Someone tried to sign in with a code that your phone scanned. No one was signed in. Only scan codes from a screen in front of you.',
    'a sign-in on a computer was stopped',
  ),
  claimOpened: told(
    'Someone asked to get into your account',
    'If no one stops it, they can set a new password on {due}.',
    'someone asked to get into your account',
  ),
  claimReminder: told(
    'A request to get into your account is still waiting',
    'If no one stops it, they can set a new password on {due}.',
    'a request to get into your account is still waiting',
  ),
  claimStopped: told(
    'A request to get into your account was stopped',
    'No one gets in by it.',
    'the request to get into your account was stopped',
  ),
  claimDue: told('You can get back into your account now', 'No one stopped your request.', 'you can get back into your account'),
  recoveryDone: told(
    'Someone got back into your account',
    'They set a new password. All devices were signed out.',
    'someone got back into your account and set a new password',
  ),
  frozen: told(
    'Your account is frozen',
    'All devices were signed out, apps lost their access, and changes of the last days were put back.',
    'your account is frozen',
  ),
  unfrozen: told(
    'Your account is no longer frozen',
    'Its owner was verified, and a new password was set.',
    'your account is no longer frozen',
  ),
  wayBack: told(
    'How to get back into your account',
    'Our support sends you the page on which you can get back in.',
    'the page to get back into your account',
  ),
  digest: told(
    '{n} events in your account',
    'Much has happened in a short time, so this is one message.',
    '{n} new events in your account',
  ),
  settingsErased: told('Your synced settings were erased', 'Your computers keep theirs.', 'your synced settings were erased'),
  operatorLooked: told('Our staff viewed your account', 'Reason: {reason}, case {case}.', 'our staff viewed your account: {reason}'),
  requestAnswered: told(
    'Your request {target} has an answer',
    'Sign in and open Data & privacy.',
    'your request has an answer. Sign in to read it',
  ),
  deletionRequested: told(
    'Your account will be deleted on {date}',
    'All devices were signed out. Sign in before then to change your mind.',
    'your account will be deleted on {date}',
  ),
  deletionReminder: told(
    'Your account will be deleted on {date}',
    'Sign in before then to change your mind. After that it cannot be recovered.',
    'your account will be deleted on {date}',
  ),
  deletionWithdrawn: told(
    'Your account is kept',
    'The request to delete it was withdrawn. No data was lost.',
    'the request to delete your account was withdrawn',
  ),
  deletionRestored: told(
    'Your account is not deleted',
    'We ended the deletion. To delete the account, sign in and ask for it again.',
    'we ended the deletion of your account',
  ),
  exportAsked: told('A copy of your data was requested', 'We will tell you when it is ready.', 'a copy of your data was requested'),
  exportReady: told('Your data copy is ready', 'Until {date}. Sign in and open Data & privacy.', 'your data copy is ready'),
  exportDownloaded: told('Your data copy was downloaded', 'It holds the data of your account.', 'your data copy was downloaded'),
  guardianCopied: told(
    'Your guardian asked for a copy of your data',
    'Messages between you and us are not in it.',
    'your guardian asked for a copy of your data',
  ),
  termsAhead: told('Our terms change on {date}', 'What changes: {changes}', 'our terms change on {date}. Sign in to read them'),
  termsDue: told(
    'Please decide about the new terms by {date}',
    'You can accept, take your data or leave. What changes: {changes}',
    'please decide about the new terms by {date}',
  ),
  guardianAgreed: told('You agreed to the account of a child', 'The child can use it now.', 'you agreed to the account of a child', {
    heading: 'You agreed to an account for “{name}”',
  }),
  guardianFreed: told('A parent or guardian agreed to your account', 'You can use it now.', 'a parent or guardian agreed to your account'),
  guardianEnds: told(
    'The time of a guardian ends on {date}',
    'From then on, the account belongs only to “{name}”.',
    'the time of a guardian ends on {date}',
  ),
  childDue: told(
    'A parent or guardian has to agree by {date}',
    'Otherwise the account is deleted.',
    'a parent or guardian has to agree by {date}, or your account is deleted',
  ),
  accountLocked: told(
    'Your account was locked',
    'We locked it and signed out all devices. No one can sign in to it for now.',
    'we locked your account and signed out all devices',
  ),
  accountUnlocked: told('Your account was unlocked', 'You can sign in again.', 'we unlocked your account. You can sign in again'),
} as const satisfies Readonly<Record<ChangeEvent, ChangeText>>;

/** Below what happened: its question and buttons, and the same in an SMS, with its link and without one. */
export const answers = {
  freeze: {
    ask: 'Was it you?',
    calm: 'That was me',
    label: 'That wasn’t me',
    note: 'No need to sign in. If it wasn’t you, you can freeze the account and sign everyone out.',
    sms: '. Not you? {href}',
    plain: '. Not you? Open “Account stolen?”',
  },
  asked: {
    ask: 'Didn’t ask?',
    label: 'That wasn’t me',
    sms: '. Not you? {href}',
    plain: '. Not you? Open “Account stolen?”',
  },
  freezePage: { ask: 'Not you?', label: 'Freeze the account', sms: '. Not you? {href}', plain: '. Not you? Open “Account stolen?”' },
  stop: {
    ask: 'Was it you?',
    calm: 'That was me',
    label: 'Stop this',
    note: 'No need to sign in. It takes effect when you confirm on the page that opens.',
    sms: '. Stop it: {href}',
    plain: '. To stop it, open “Account stolen?”',
  },
  finish: { label: 'Set a new password', note: 'It works for seven days.', sms: ': {href}', plain: '. Open “Get back in”' },
  withdraw: { label: 'Withdraw request', sms: '. Sign in to keep it.', plain: '. Sign in to keep it.' },
  separate: {
    ask: 'Not you, or a mistake?',
    label: 'Undo the merge',
    note: 'It works for {hours} hours.',
    sms: '. Not you? {href}',
    plain: '. Not you? Open “Account stolen?”',
  },
  wayBack: {
    label: 'Unfreeze the account',
    note: 'While the account is frozen, nothing in it can be changed.',
    sms: '. Unfreeze it: {href}',
    plain: '. Sign in to unfreeze it',
  },
  recover: {
    label: 'Get back in',
    note: 'You need a former phone number or email, a password, a passkey or a recovery code.',
    sms: ': {href}',
    plain: ': open “Get back in” where you sign in',
  },
} as const satisfies Readonly<Record<ChangeAnswer, AnswerText>>;
