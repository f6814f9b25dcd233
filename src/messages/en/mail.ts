import { limits } from '#contract/limits.ts';
import type { Subject, MailText, MailTexts, SmsTexts } from '#messages/mail-texts.ts';
import { staffReasons } from './staff-reasons.ts';

/** For codes that only a signed-in person can ask for: someone else would be in the account. */
const ofAccount = 'Not you? Change your password.';

function code(title: string): MailText {
  return { title, paragraphs: ['Good for {minutes} minutes. Not you? Ignore this; no one gets in without it.'] };
}

function codeOfAccount(title: string): MailText {
  return { title, paragraphs: [`Good for {minutes} minutes. ${ofAccount}`] };
}

function app<Text extends string>(title: Subject<Text>, heading: string, paragraph: string): MailText {
  return { title, heading, paragraphs: [paragraph] };
}

const confirm = { paragraph: 'Or press this button within {hours} hours:', label: 'Confirm email address' } as const;

export const mail = {
  code: {
    register: { ...code('Sign-up code'), link: confirm },
    login: code('Sign-in code'),
    reset: {
      ...code('Code to reset your password'),
      link: { paragraph: 'Or press this button within {hours} hours:', label: 'Set a new password' },
    },
    verify: codeOfAccount('Verification code'),
    bind: { ...code('Code to add this email'), link: confirm },
    freeze: code('Code to freeze your account'),
    recover: code('Code to get back in'),
    upgrade: code('Code to upgrade your account'),
    delete: codeOfAccount('Code to delete your account'),
  },
  digest: { line: '{time}: {what}', more: 'Further events that are not listed: {n}.' },
  listed: {
    reference: 'Reference {ref}. Sign in and open “Messages and staff access” to check this mail.',
    app: 'A message about one of your apps',
    other: 'A message',
    titles: {
      digest: 'Several events in your account',
      socialBound: 'A social account was linked',
      socialUnbound: 'A social account was unlinked',
      deletionRequested: 'Your account will be deleted',
      deletionReminder: 'Your account will be deleted',
      termsAhead: 'Our terms change soon',
      termsDue: 'Please decide about the new terms',
      requestAnswered: 'Your request has an answer',
      guardianEnds: 'The time of a guardian ends',
      childDue: 'A parent or guardian has to agree',
    },
  },
  accountCreated: {
    title: 'Welcome to {brand}',
    paragraphs: ['Use {mail} to sign in and to get back in.'],
    link: { label: 'Go to User Center' },
  },
  alarm: {
    text: {
      title: '{brand}: an alarm of the desk',
      paragraphs: ['Member: {member}. {kind}', 'Case: {case}. Ask the member, or look at the audit trail.'],
    },
    kinds: {
      opened: 'They have reached the limit of people opened.',
      unmasked: 'They have reached the limit of fields shown.',
      misses: 'Many of their searches found no one.',
      acts: 'They have reached the limit of locks, freezes and sign-outs.',
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
      title: '{brand}: requests about data that wait for an answer ({n})',
      paragraphs: ['Read and answer them with the command requests on the server.'],
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
      'People can sign in with it again. They need to sign in again.',
    ),
    domainGone: app(
      'A domain is no longer confirmed',
      '{domain} is no longer confirmed for “{app}”',
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
  facts: { device: 'Device', place: 'Place', time: 'Time', way: 'By' },
  device: '{browser} on {os}',
  near: 'near {place}',
  network: 'network {network}',
  nearSms: ' near {place}',
  onSms: ', {device}',
  notice: '{brand}: {text}',
  support: { before: 'Questions? Write to ', label: '{supportEmail}', after: '.', sms: '. Questions? {supportEmail}' },
  receipt: { before: 'Receipt: ', label: 'your erasure receipt', after: '. Keep it.', sms: ' Receipt: {receipt}' },
  neverAsked: 'We never ask for a password or code by email or text.',
  staffReasons,
  unnamedPasskey: 'Passkey',
} as const satisfies Omit<MailTexts, 'changes' | 'answers'>;

const sms = (what: string) => `{brand}: {code} is your ${what}, good for {minutes} minutes. Never share it.\n\n@{domain} #{code}`;

export const smsTexts = {
  register: sms('sign-up code'),
  login: sms('sign-in code'),
  reset: sms('code to reset your password'),
  verify: sms('verification code'),
  bind: sms('code to add this phone number'),
  freeze: sms('code to freeze your account'),
  recover: sms('code to get back in'),
  upgrade: sms('code to upgrade or merge your account'),
  delete: sms('code to delete your account'),
} as const satisfies SmsTexts;
