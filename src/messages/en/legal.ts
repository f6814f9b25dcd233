import type { LegalSection, LegalText, LegalTexts } from '#messages/legal-texts.ts';

function serviceAgreement(law: LegalSection): LegalText {
  return {
    title: '{brand} Service Agreement',
    sections: [
      {
        heading: '1. What this agreement is about',
        paragraphs: [
          'This agreement is between you and the operator of {brand}. It applies to your account and to everything you do with it: registering, signing in, managing your profile, linking other accounts and authorising apps.',
          'Services and apps that you use with {brand}, such as {os}, its community and third-party apps, have terms of their own beside this agreement.',
        ],
      },
      {
        heading: '2. Your account',
        paragraphs: [
          'You register with a phone number or an email address that is yours, and you keep it up to date, because we use it to let you sign in, to recover your password and to tell you important things.',
          'One account is for one person. You may not sell, rent or give it away. Names that deceive, insult or break the law are not allowed, and we may ask you to change them.',
        ],
      },
      {
        heading: '3. Keeping it safe',
        paragraphs: [
          'Keep your password and verification codes to yourself. We never ask you for them. What is done with your account counts as done by you, unless you could not prevent it.',
          'Tell us at once if you think that somebody else uses your account. You can end all sessions by changing your password.',
        ],
      },
      {
        heading: '4. What is not allowed',
        paragraphs: [
          'You may not use the account to break the law, to attack or overload our systems, to collect data about others, to register accounts by a program, or to deceive other people.',
          'If you do, we may limit or lock the account. We tell you the reason where the law and the safety of others allow it, and you can object by writing to {supportEmail}.',
        ],
      },
      {
        heading: '5. Third-party apps',
        paragraphs: [
          'When you authorise an app, we show you which information it will get. You can cancel the authorisation at any time on the page Application authorization; the app then loses its access at once, but may keep what it has already received under its own terms.',
        ],
      },
      {
        heading: '6. Changes and interruptions',
        paragraphs: [
          'We work to keep the service available, and we may have to interrupt it for maintenance or for security. We announce planned interruptions in good time.',
          'If we change this agreement, we publish the new text and ask you to accept it before you go on. If you do not accept it, you can delete your account.',
        ],
      },
      {
        heading: '7. Ending it',
        paragraphs: [
          'You can delete your account at any time on the page Delete Account. The request is processed within 15 calendar days. During this time you cannot sign in, and you can withdraw the request. After that the account cannot be recovered.',
          'We may end the service with 30 days notice.',
        ],
      },
      {
        heading: '8. Responsibility',
        paragraphs: [
          'We are responsible as the law says for damage that we cause on purpose or by negligence. Nothing in this agreement limits rights that the law gives you and that cannot be waived.',
        ],
      },
      law,
      { heading: '10. Contact', paragraphs: ['Write to {supportEmail}. We answer complaints within 15 working days.'] },
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
          'For questions and requests about your data, write to {supportEmail}. We answer within 15 working days.',
        ],
      },
      {
        heading: '2. What we process, and why',
        paragraphs: [
          'To make and run your account: phone number or email address, password (stored only as a hash), nickname, username, region, language and the agreements that you accepted.',
          'If you give it: avatar, birthday, gender, address, real name, signature, profile, education and work. None of it is needed to use the account, and you can remove it at any time.',
          'To keep the account safe: IP address, the kind of browser and device, the times of sign-in and of security events.',
          'If you link a social account or authorise an app: the name and the identifier that the platform gives us, and what you allowed the app to see.',
          variant.basis,
        ],
      },
      {
        heading: '3. Cookies',
        paragraphs: [
          'We use only cookies that the service needs: for your session, against forged requests, to recognise a browser that you have signed in with, and for your language. There is no advertising and no tracking across sites.',
        ],
      },
      {
        heading: '4. Who else gets data',
        paragraphs: [
          'Providers that send SMS and mail for us get your phone number or email address and the message. Apps that you authorise get what you allowed. Authorities get data where the law obliges us. We do not sell data.',
        ],
      },
      { heading: '5. Where data is stored', paragraphs: [variant.place] },
      {
        heading: '6. How long',
        paragraphs: [
          'We keep account data as long as the account exists. After a deletion request it is kept for 15 days, so that you can withdraw the request, and then deleted or made anonymous.',
          'Security records are kept for six months, or longer where the law demands it; then nothing but storage and protection is done with them.',
        ],
      },
      {
        heading: '7. How it is protected',
        paragraphs: [
          'Connections are encrypted, passwords and codes are stored only as hashes, phone numbers and email addresses are shown masked, and only the staff who need it can reach data. If a breach puts you at risk, we tell you and the authority in time.',
        ],
      },
      { heading: '8. Your rights', paragraphs: variant.rights },
      { heading: '9. Children', paragraphs: [variant.children] },
      {
        heading: '10. Changes',
        paragraphs: ['If we change this policy in a way that concerns you, we ask you to accept the new text before you go on.'],
      },
    ],
  };
}

function deletionAgreement(retention: string, language: string): LegalText {
  return {
    title: '{brand} Account Deletion Agreement',
    sections: [
      {
        heading: '1. What this agreement is about',
        paragraphs: [
          'You ask us to delete your account with {brand}. This agreement says what happens to it, what you lose, and how you can change your mind. It applies beside the Service Agreement and the Privacy Policy.',
          'Deletion cannot be taken back once it is done. Before you ask for it, save what you want to keep, and move what you use elsewhere to another account.',
        ],
      },
      {
        heading: '2. What you need',
        paragraphs: [
          'The account is yours, and you prove it with a verification code or your password when you ask.',
          'The password was not changed in the last 30 days. This protects you from somebody who has taken over your account.',
        ],
      },
      {
        heading: '3. The 15 days after your request',
        paragraphs: [
          'We process the request within 15 calendar days. It takes effect at once: all devices and apps are signed out, and nobody can sign in.',
          'We confirm the request to every phone number and email address of the account, and remind you a week and a day before the end. The message tells when the account will be deleted.',
          'During this time your phone number, email address, username and nickname stay taken, and nothing of the account is deleted.',
        ],
      },
      {
        heading: '4. Changing your mind',
        paragraphs: [
          'You can withdraw the request until these days have passed, without giving a reason: try to sign in and follow the page that opens, or use the link in our message.',
          'The account is then as it was before. You sign in again on your devices and in your apps.',
        ],
      },
      {
        heading: '5. What is deleted',
        paragraphs: [
          'Your profile and avatar; your phone number, email address and password; linked social accounts; devices, sessions and authorisations of apps; the agreements that you accepted; and messages to you that have not been sent.',
          'You can no longer use apps and services with this account. Data that {os} synchronised, purchases and contributions to its community that belong to the account are lost or no longer yours.',
        ],
      },
      {
        heading: '6. Apps that you used with the account',
        paragraphs: [
          'They lose their access with your request, and those that support it are told that you have been signed out. What they have received before is theirs to delete under their own terms: ask them for it directly.',
        ],
      },
      {
        heading: '7. What remains',
        paragraphs: [
          'A receipt of the deletion: the internal number of the account, the times of the request and of the deletion, and how many records were deleted. Nothing in it says who you are.',
          'The security log by that internal number, without source addresses.',
          'Your username and nickname rest for 90 days, stored only as a hash, so that nobody can take them and pass for you. After that anybody can have them. Your phone number and email address are free at once, and you can register with them again.',
          retention,
        ],
      },
      {
        heading: '8. What deletion does not change',
        paragraphs: [
          'It does not end duties or claims that existed before, and it does not undo what you did with the account.',
          `${language} Write to {supportEmail} if you have questions.`,
        ],
      },
    ],
  };
}

const rights = [
  'You can see and correct your data on the profile and security pages, take back a consent by cancelling an authorisation or removing an item, and delete your account.',
  'You can ask for a copy of your data in a common, machine-readable form, and for an explanation of this policy.',
];

export const legal = {
  serverAgreement: {
    CN: serviceAgreement({
      heading: '9. Law and disputes',
      paragraphs: [
        'This agreement follows the law of the People’s Republic of China. If a dispute cannot be settled between us, the people’s court with jurisdiction at the seat of the operator decides.',
        'The Chinese and the English text say the same; if they differ, the Chinese text applies.',
      ],
    }),
    DE: serviceAgreement({
      heading: '9. Law and disputes',
      paragraphs: [
        'This agreement follows the law of the place where the operator for your region has its seat. If you are a consumer, the mandatory rules of the place where you live and its courts stay open to you.',
        'The Chinese and the English text say the same; if they differ, the English text applies.',
      ],
    }),
  },
  privateAgreement: {
    CN: privacyPolicy({
      controller: 'The operator of {brand} in Mainland China is the personal information processor for your account.',
      basis:
        'We process this on the basis of your consent, of the contract with you, or of a duty by law, as the Personal Information Protection Law of the People’s Republic of China provides.',
      place:
        'Your data is stored in Mainland China and does not leave it. If a service that you choose needs a transfer abroad, we ask for your separate consent first.',
      rights: [...rights, 'If we do not meet a request, you can complain to the authority for personal information protection.'],
      children:
        'The account is for people of 14 years and older. Younger children need the consent of a guardian, who writes to {supportEmail}.',
    }),
    DE: privacyPolicy({
      controller: 'The operator of {brand} for Hong Kong, Macau, Taiwan and other regions is the controller of the data of your account.',
      basis:
        'We process this to perform the contract with you, on the basis of your consent, or for our legitimate interest in the safety of accounts, as the General Data Protection Regulation and the law of your place provide.',
      place:
        'Your data is stored outside Mainland China. Where it is passed to a country without an adequate level of protection, standard contractual clauses protect it.',
      rights: [
        ...rights,
        'You can object to processing, ask for its restriction, and take your data with you. We answer within one month. You can complain to the data protection authority of the place where you live.',
      ],
      children:
        'The account is for people of 16 years and older, or of the lower age that the law of your place allows. Younger children need the consent of a guardian, who writes to {supportEmail}.',
    }),
  },
  deletionAgreement: {
    CN: deletionAgreement(
      'What the law of the People’s Republic of China obliges us to keep, such as network logs and records of transactions, is kept apart for as long as it demands, and used for nothing else.',
      'The Chinese and the English text say the same; if they differ, the Chinese text applies.',
    ),
    DE: deletionAgreement(
      'What the law of your place obliges us to keep, such as records of transactions, or what is needed to establish or defend legal claims, is kept apart for as long as it demands, and used for nothing else.',
      'The Chinese and the English text say the same; if they differ, the English text applies.',
    ),
  },
} as const satisfies LegalTexts;
