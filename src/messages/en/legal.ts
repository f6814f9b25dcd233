import type { LegalSection, LegalText, LegalTexts } from '#messages/legal-texts.ts';

function serviceAgreement(law: LegalSection): LegalText {
  return {
    title: '{brand} Service Agreement',
    sections: [
      {
        heading: '1. Scope',
        paragraphs: [
          'This agreement is between you and the operator of {brand}. It applies to your account and to everything you do with it: signing up, signing in, managing your profile, linking social accounts and authorizing apps.',
          'Services and apps that you use with {brand}, such as {os}, its community and third-party apps, also have their own terms.',
        ],
      },
      {
        heading: '2. Your account',
        paragraphs: [
          'Sign up with a phone number or email address that is your own, and keep it up to date. We use it to let you sign in, to help you recover your password and to send you important notices.',
          'An account is for one person. You may not sell, rent or transfer it. Names that deceive, insult or break the law are not allowed, and we may ask you to change them.',
        ],
      },
      {
        heading: '3. Keeping your account safe',
        paragraphs: [
          'Keep your password and verification codes to yourself. We never ask you for them. Actions taken with your account are considered yours, unless you could not have prevented them.',
          'Tell us immediately if you think that someone else is using your account. Changing your password signs out all other devices.',
        ],
      },
      {
        heading: '4. What is not allowed',
        paragraphs: [
          'You may not use the account to break the law, to attack or overload our systems, to collect data about other people, to sign up for accounts automatically, or to deceive anyone.',
          'If you do, we may restrict or lock your account. We will tell you the reason where the law and the safety of others permit, and you can object by writing to {supportEmail}.',
        ],
      },
      {
        heading: '5. Third-party apps',
        paragraphs: [
          'When you authorize an app, we show you which information it will receive. You can remove its access at any time under Authorized apps. The app then loses its access immediately, but may keep information that it has already received, under its own terms.',
        ],
      },
      {
        heading: '6. Changes and interruptions',
        paragraphs: [
          'We work to keep the service available, but may have to interrupt it for maintenance or security. We announce planned interruptions in advance.',
          'If we change this agreement, we will publish the new text and ask you to accept it before you continue. If you do not accept it, you can delete your account.',
        ],
      },
      {
        heading: '7. Termination',
        paragraphs: [
          'You can delete your account at any time under Delete Account. The request is processed within 15 calendar days. During this time you cannot sign in, and you can withdraw the request. After that, the account cannot be recovered.',
          'We may end the service with 30 days’ notice.',
        ],
      },
      {
        heading: '8. Liability',
        paragraphs: [
          'We are liable under the law for damage that we cause intentionally or through negligence. Nothing in this agreement limits rights that the law grants you and that cannot be waived.',
        ],
      },
      law,
      { heading: '10. Contact', paragraphs: ['Write to {supportEmail}. We respond to complaints within 15 working days.'] },
    ],
  };
}

interface PrivacyVariant {
  readonly controller: string;
  readonly basis: string;
  readonly place: string;
  readonly rights: readonly string[];
  readonly children: string;
}

function privacyPolicy(variant: PrivacyVariant): LegalText {
  return {
    title: '{brand} Privacy Policy',
    sections: [
      {
        heading: '1. Who we are',
        paragraphs: [
          variant.controller,
          'For questions and requests about your data, write to {supportEmail}. We respond within 15 working days.',
        ],
      },
      {
        heading: '2. What we process and why',
        paragraphs: [
          'To create and operate your account: phone number or email address, password (stored only as a hash), nickname, username, region, language and the agreements you accepted.',
          'If you provide it: avatar, birthday, gender, address, real name, signature, profile, education and work. None of this is required to use the account, and you can remove it at any time.',
          'To keep the account safe: IP address, type of browser and device, and the times of sign-ins and security events.',
          'If you link a social account or authorize an app: the name and identifier that the platform gives us, and the information you allowed the app to see.',
          variant.basis,
        ],
      },
      {
        heading: '3. Cookies',
        paragraphs: [
          'We use only cookies that the service needs: to keep you signed in, to prevent forged requests, to recognize a browser you have signed in with, and to remember your language. We do not show advertising or track you across sites.',
        ],
      },
      {
        heading: '4. Who receives data',
        paragraphs: [
          'Providers that send text messages and emails for us receive your phone number or email address and the message. Apps that you authorize receive the information you allowed. Authorities receive data where the law requires it. We do not sell data.',
        ],
      },
      { heading: '5. Where data is stored', paragraphs: [variant.place] },
      {
        heading: '6. How long data is kept',
        paragraphs: [
          'We keep account data for as long as the account exists. After a deletion request, it is kept for 15 days so that you can withdraw the request, and is then deleted or anonymized.',
          'Security records are kept for six months, or longer where the law requires it. After that, they are only stored and protected.',
        ],
      },
      {
        heading: '7. How data is protected',
        paragraphs: [
          'Connections are encrypted, passwords and codes are stored only as hashes, phone numbers and email addresses are shown masked, and only staff who need to can access data. If a breach puts you at risk, we will notify you and the authority without delay.',
        ],
      },
      { heading: '8. Your rights', paragraphs: variant.rights },
      { heading: '9. Children', paragraphs: [variant.children] },
      {
        heading: '10. Changes',
        paragraphs: ['If we change this policy in a way that affects you, we will ask you to accept the new text before you continue.'],
      },
    ],
  };
}

function deletionAgreement(retention: string, language: string): LegalText {
  return {
    title: '{brand} Account Deletion Agreement',
    sections: [
      {
        heading: '1. Scope',
        paragraphs: [
          'You are asking us to delete your {brand}. This agreement explains what happens to the account, what you lose, and how you can change your mind. It applies together with the Service Agreement and the Privacy Policy.',
          'Once completed, a deletion cannot be undone. Before you request it, save anything you want to keep, and move services you still use to another account.',
        ],
      },
      {
        heading: '2. Requirements',
        paragraphs: [
          'The account is yours, and you prove this with a verification code or your password when you make the request.',
          'The password was not changed in the last 30 days. This protects you from someone who has taken over your account.',
        ],
      },
      {
        heading: '3. The 15 days after your request',
        paragraphs: [
          'We process the request within 15 calendar days. It takes effect at once: all devices and apps are signed out, and no one can sign in.',
          'We confirm the request to every phone number and email address of the account, and remind you a week and a day before the deletion. The messages state when the account will be deleted.',
          'During this time, your phone number, email address, username and nickname remain taken, and nothing in the account is deleted.',
        ],
      },
      {
        heading: '4. Changing your mind',
        paragraphs: [
          'You can withdraw the request at any time before the deletion, without giving a reason: try to sign in and follow the instructions on the page, or use the link in our message.',
          'The account is then restored as it was. You will need to sign in again on your devices and in your apps.',
        ],
      },
      {
        heading: '5. What is deleted',
        paragraphs: [
          'Your profile and avatar; your phone number, email address and password; linked social accounts; devices, sessions and app authorizations; the record of agreements you accepted; and messages to you that have not been sent.',
          'You can no longer use this account to sign in to apps and services. Data synced by {os}, purchases, and community content that belong to the account will be lost or will no longer be yours.',
        ],
      },
      {
        heading: '6. Apps you used with the account',
        paragraphs: [
          'They lose their access when you make the request, and apps that support it are told that you have been signed out. Information that they received earlier is theirs to delete under their own terms: contact them directly.',
        ],
      },
      {
        heading: '7. What remains',
        paragraphs: [
          'A receipt of the deletion: the internal number of the account, the times of the request and of the deletion, and how many records were deleted. Nothing in it identifies you.',
          'The security log under that internal number, without IP addresses.',
          'Your username and nickname are reserved for 90 days, stored only as a hash, so that no one can take them and impersonate you. After that, anyone can use them. Your phone number and email address are released immediately, and you can sign up with them again.',
          retention,
        ],
      },
      {
        heading: '8. What deletion does not change',
        paragraphs: [
          'It does not end obligations or claims that arose earlier, and it does not undo anything you did with the account.',
          `${language} Write to {supportEmail} if you have questions.`,
        ],
      },
    ],
  };
}

function developerAgreement(language: string): LegalText {
  return {
    title: '{brand} Developer Agreement',
    sections: [
      {
        heading: '1. Scope',
        paragraphs: [
          'This agreement applies when you register apps in the Developer Center of {brand}. It applies together with the Service Agreement and the Privacy Policy.',
          'You register apps for yourself or for an organization that has authorized you.',
        ],
      },
      {
        heading: '2. Honest apps',
        paragraphs: [
          'The name, logo and links of your app tell people truthfully who is behind it and what it does. They do not imitate {brand}, {os} or the apps of others.',
          'Your app asks only for the information that it needs, and does what the page says on which people agreed.',
        ],
      },
      {
        heading: '3. Information about people',
        paragraphs: [
          'You use what you receive only for your app and under a privacy policy that people can read before they agree. You do not sell it.',
          'If a person withdraws the permission, you stop using what you received and delete it unless the law requires you to keep it.',
        ],
      },
      {
        heading: '4. Safety',
        paragraphs: [
          'You keep secrets and keys of your app on your own servers, and replace one at once if it may have become known.',
          'If information about people may have leaked, you write to {supportEmail} without delay.',
        ],
      },
      {
        heading: '5. Reviews and suspension',
        paragraphs: [
          'We may review an app before people use it, and again when its name, logo, addresses or permissions change.',
          'We may suspend an app that breaks this agreement or endangers people. We tell you the reason.',
        ],
      },
      {
        heading: '6. End',
        paragraphs: [
          'You can transfer or delete your apps at any time. Apps that you still own when your account is deleted end with it.',
          `${language} Write to {supportEmail} if you have questions.`,
        ],
      },
    ],
  };
}

/** The text to which a guardian agrees. */
function childAgreement(law: string, language: string): LegalText {
  return {
    title: '{brand} rules for children’s data',
    sections: [
      {
        heading: '1. Scope',
        paragraphs: [
          'These rules are for the accounts of children that need the consent of a guardian. Without it, an account stays limited: it can sign in, ask a guardian, get a copy of its data, send requests, be deleted and sign out.',
          law,
        ],
      },
      {
        heading: '2. What we collect',
        paragraphs: [
          'We collect the child’s birthday, phone number or email address, password (in a form that cannot be read back), nickname and avatar, and keep the sign-ins, devices and authorized apps, to run the account and to keep it safe.',
          'A child’s account cannot link social accounts or fill in other profile items, gets no marketing, and uses only apps made for children. We do not profile children or personalize content for them.',
        ],
      },
      {
        heading: '3. Guardians',
        paragraphs: [
          'A guardian sees the names of the apps and devices that the account uses, with their dates, can get a copy of the account’s data, and can withdraw the consent at any time. The child sees each time that a guardian looked.',
          'A guardian does not see messages or files and cannot sign in as the child.',
        ],
      },
      {
        heading: '4. How long we keep it',
        paragraphs: [
          'We keep the data until the account is deleted. An account without a consent for 14 days is deleted, and so is one whose consent was withdrawn 15 days ago.',
          'When the child reaches the age of their region, the guardianship ends by itself. The account is theirs alone, and they choose whether to keep what was added before.',
        ],
      },
      {
        heading: '5. Sharing and safety',
        paragraphs: [
          'We give a child’s data to no one but the apps that the account uses. Each look of our staff is recorded and shown to the child.',
          `${language} If you have questions, write to {supportEmail}; the people responsible for children’s data will answer.`,
        ],
      },
    ],
  };
}

const rights = [
  'You can see and correct your data on the profile and security pages, withdraw consent by removing an app’s access or an item, and delete your account.',
  'You can ask for a copy of your data in a common, machine-readable form, and for an explanation of this policy.',
];

export const legal = {
  serverAgreement: {
    CN: serviceAgreement({
      heading: '9. Law and disputes',
      paragraphs: [
        'This agreement is governed by the law of the People’s Republic of China. Disputes that cannot be settled between us are decided by the people’s court with jurisdiction at the operator’s place of business.',
        'If the Chinese and English versions differ, the Chinese version prevails.',
      ],
    }),
    DE: serviceAgreement({
      heading: '9. Law and disputes',
      paragraphs: [
        'This agreement is governed by the law of the place of business of the operator for your region. If you are a consumer, the mandatory rules of the place where you live continue to apply, and you can use its courts.',
        'If the Chinese and English versions differ, the English version prevails.',
      ],
    }),
  },
  privateAgreement: {
    CN: privacyPolicy({
      controller: 'The operator of {brand} in Mainland China is the personal information processor for your account.',
      basis:
        'We process this data on the basis of your consent, the contract with you, or a legal obligation, as the Personal Information Protection Law of the People’s Republic of China provides.',
      place:
        'Your data is stored in Mainland China and is not transferred elsewhere. If a service you choose requires a transfer abroad, we will ask for your separate consent first.',
      rights: [
        ...rights,
        'If we do not fulfill a request, you can complain to the authority responsible for personal information protection.',
      ],
      children:
        'The account is for people aged 14 and older. Younger children need the consent of a guardian, who can write to {supportEmail}.',
    }),
    DE: privacyPolicy({
      controller: 'The operator of {brand} for Hong Kong, Macau, Taiwan and other regions is the controller of your account data.',
      basis:
        'We process this data to perform the contract with you, on the basis of your consent, or for our legitimate interest in the safety of accounts, as the General Data Protection Regulation and your local law provide.',
      place:
        'Your data is stored outside Mainland China. Where it is passed to a country without an adequate level of protection, standard contractual clauses protect it.',
      rights: [
        ...rights,
        'You can object to processing, ask us to restrict it, and take your data with you. We respond within one month. You can complain to the data protection authority where you live.',
      ],
      children:
        'The account is for people aged 16 and older, or the lower age that your local law allows. Younger children need the consent of a guardian, who can write to {supportEmail}.',
    }),
  },
  deletionAgreement: {
    CN: deletionAgreement(
      'Information that the law of the People’s Republic of China requires us to keep, such as network logs and transaction records, is stored separately for as long as required and used for nothing else.',
      'If the Chinese and English versions differ, the Chinese version prevails.',
    ),
    DE: deletionAgreement(
      'Information that your local law requires us to keep, such as transaction records, or that is needed to establish or defend legal claims, is stored separately for as long as required and used for nothing else.',
      'If the Chinese and English versions differ, the English version prevails.',
    ),
  },
  developerAgreement: {
    CN: developerAgreement('If the Chinese and English versions differ, the Chinese version prevails.'),
    DE: developerAgreement('If the Chinese and English versions differ, the English version prevails.'),
  },
  childAgreement: {
    CN: childAgreement(
      'We process the data of children under 14 as the Personal Information Protection Law and the Law on the Protection of Minors of the People’s Republic of China and the Provisions on the Cyber Protection of Children’s Personal Information provide.',
      'If the Chinese and English versions differ, the Chinese version prevails.',
    ),
    DE: childAgreement(
      'We process the data of children who need the consent of a parent or guardian as article 8 of the General Data Protection Regulation and your local law provide.',
      'If the Chinese and English versions differ, the English version prevails.',
    ),
  },
} as const satisfies LegalTexts;
