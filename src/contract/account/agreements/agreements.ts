import type { EndpointRows } from '#contract/endpoint.ts';

/** Agreements of an account, and its answer to changed ones. Open to held accounts: they answer here. */
export const agreementsEndpoints = {
  showTerms: {
    method: 'GET',
    path: '/terms',
    summary: 'The changed agreements that wait for an answer of this account, and notes that they were shown.',
    access: 'account',
    errors: [],
    rate: 'read',
    whenHeld: 'open',
  },
  acceptTerms: {
    method: 'POST',
    path: '/terms/accept',
    summary: 'Accepts the changed agreements as they were shown. A repeat is answered the same.',
    access: 'account',
    act: 'acceptTerms',
    errors: ['agreementChanged'],
    rate: 'write',
  },
  putTermsOff: {
    method: 'POST',
    path: '/terms/later',
    summary: 'Puts the answer off, while the publication allows it; says when the account is asked again.',
    access: 'account',
    act: 'putTermsOff',
    errors: ['agreementChanged'],
    rate: 'write',
  },
  listAgreements: {
    method: 'GET',
    path: '/account/agreements',
    summary: 'The agreements in force for this account, with its last acceptance of each.',
    access: 'account',
    errors: [],
    rate: 'read',
    whenHeld: 'open',
  },
  listConsents: {
    method: 'GET',
    path: '/account/agreements/history',
    summary: 'Lists the agreements that this account was shown, accepted or put off, the newest first.',
    access: 'account',
    errors: [],
    rate: 'read',
    whenHeld: 'open',
  },
  listChoices: {
    method: 'GET',
    path: '/account/choices',
    summary: 'Lists the choices of the account beyond the agreements; everything begins off.',
    access: 'account',
    errors: [],
    rate: 'read',
    whenHeld: 'open',
  },
  choose: {
    method: 'POST',
    path: '/account/choices',
    summary:
      'Gives or withdraws the consent to one purpose. A repeat is answered the same. Where something ends with a withdrawal, `confirm` says that the person knows it.',
    access: 'account',
    act: ['giveChoice', 'takeChoiceBack'],
    errors: ['agreementChanged', 'separateConsentNeeded'],
    rate: 'write',
  },
} as const satisfies EndpointRows;
