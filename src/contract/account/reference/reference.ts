import type { EndpointRows } from '#contract/endpoint.ts';

/** Data that the web application needs before it renders, and public texts (contract section 5). */
export const referenceEndpoints = {
  config: {
    method: 'GET',
    path: '/config.json',
    summary: 'All that a client needs before it renders. Sets no cookie and may be cached.',
    access: 'visitor',
    errors: [],
    rate: 'visitorRead',
  },
  key: {
    method: 'GET',
    path: '/key',
    summary: 'The public key for encrypted fields. Sets the csrf cookie and is never cached.',
    access: 'visitor',
    errors: [],
    rate: 'visitorRead',
  },
  region: {
    method: 'GET',
    path: '/region',
    summary: 'The country of this request, empty when unknown.',
    access: 'visitor',
    errors: [],
    rate: 'visitorRead',
  },
  loginRegion: {
    method: 'GET',
    path: '/oauth2/loginRegion',
    summary: 'CN for requests from Mainland China, else DE.',
    access: 'visitor',
    errors: [],
    rate: 'visitorRead',
  },
  navigation: {
    method: 'GET',
    path: '/navigation',
    summary: 'The links of the header in one language.',
    access: 'visitor',
    errors: [],
    rate: 'visitorRead',
  },
  agreement: {
    method: 'GET',
    path: '/agreement/:type/:id',
    summary: 'The text of the privacy policy, of the service agreement or of the agreement on deletion: the latest or one version.',
    access: 'visitor',
    errors: [],
    rate: 'visitorRead',
  },
  captchaChallenge: {
    method: 'GET',
    path: '/captcha/challenge',
    summary:
      'The captcha of one scene for this visitor: a proof-of-work challenge, or the widget of a service. `failed` names a service whose widget did not work, `work` how many times the usual work was asked for.',
    access: 'visitor',
    errors: ['captchaFailed', 'antiCheating', 'tooFrequent'],
    rate: 'challenge',
  },
} as const satisfies EndpointRows;
