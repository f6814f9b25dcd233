import type { Static } from 'typebox';
import { Type } from '#contract/json-schema.ts';
import { captchaScenes } from '#contract/endpoint.ts';
import type { referenceEndpoints } from '#contract/endpoints/reference.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { legalPaths, legalTypes } from '#contract/vocabulary/agreement-types.ts';
import { captchaProviders, type CaptchaProvider } from '#contract/vocabulary/captcha-providers.ts';
import { captchaWorks, type CaptchaWork } from '#contract/vocabulary/captcha-work.ts';
import { platforms } from '#contract/vocabulary/platforms.ts';
import { byShortName, languages } from '#contract/vocabulary/languages.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import { choice, closed, regionOrNone } from './shapes.ts';

/** A text in every language. */
const inEveryLanguage = closed(byShortName(() => Type.String()));

/** An absolute address, or empty where the installation has none: then the link or the call is left out. */
const address = Type.String();

const count = Type.Integer({ minimum: 0 });

/**
 * A proof-of-work challenge as altcha-lib 2 makes it; it passes through unchanged, because it is signed. `data.work` says how many times the
 * usual work it is, `data.most` how many keys a solver derives at most.
 */
export interface CaptchaChallenge {
  readonly parameters: {
    readonly algorithm: string;
    readonly nonce: string;
    readonly salt: string;
    readonly cost: number;
    readonly keyLength: number;
    readonly keyPrefix: string;
    readonly keySignature?: string;
    /** Seconds since the epoch. */
    readonly expiresAt?: number;
    readonly data?: Readonly<Record<string, string | number | boolean | null>>;
  };
  readonly signature?: string;
}

/**
 * A service's widget, for the browser to show. `validate` is then base64 of JSON {provider, answer}, the answer by the widget's own names;
 * where a puzzle came with the widget {provider, answer, more}, `more` being the puzzle's {challenge, solution}.
 */
export interface CaptchaWidget {
  readonly provider: CaptchaProvider;
  readonly siteKey: string;
  /** Where its script is. */
  readonly script: string;
  /** What watches the visitor beside it; its `token` goes along in the answer. */
  readonly antiCheat?: { readonly script: string; readonly productNumber: string; readonly businessId: string };
}

/** The captcha that a visitor is given for a scene: a puzzle of our own, or the widget of a service, where more work was asked for with one. */
export type CaptchaOffer = CaptchaChallenge | { readonly widget: CaptchaWidget; readonly more?: CaptchaChallenge };

/** `data` of refusal 3008, where the captcha that was solved is not enough. */
export interface CaptchaRefusalData {
  /** The service does not say: our own captcha stands in for it. */
  readonly fallback?: 'altcha';
  /** So many times the usual work is needed; `GET /captcha/challenge` with it gives a captcha that passes. What was sent is not spent. */
  readonly work?: CaptchaWork;
}

const puzzle = Type.Unsafe<CaptchaChallenge>({
  type: 'object',
  required: ['parameters'],
  properties: { parameters: { type: 'object', additionalProperties: true }, signature: { type: 'string' } },
});

const widget = closed({
  provider: choice(captchaProviders),
  siteKey: Type.String(),
  script: Type.String(),
  antiCheat: Type.Optional(closed({ script: Type.String(), productNumber: Type.String(), businessId: Type.String() })),
});

const captchaOffer = Type.Unsafe<CaptchaOffer>({ anyOf: [closed({ widget, more: Type.Optional(puzzle) }), puzzle] });

/** What the web application needs before it renders (contract 5). No secrets, nothing about the caller. */
export const configSchema = closed({
  client_id: Type.String(),
  encryption: Type.Boolean({ description: 'whether encrypted fields travel encrypted' }),
  brand: closed({
    id: inEveryLanguage,
    os: inEveryLanguage,
    /** Appended to every document title, and alone where a page has none (spec 2). */
    suffix: inEveryLanguage,
    /** The address of a square picture on this server; empty: our own mark. */
    logo: Type.String(),
    supportEmail: Type.String(),
    /** Filing numbers of the footer, verbatim in every language, in this order. */
    filings: Type.Array(closed({ kind: choice(['icp', 'psb']), text: Type.String(), url: address })),
  }),
  captcha: closed({
    /** Our own: where a region has no other, and in the place of one that fails. */
    provider: choice(['altcha']),
    challenge: Type.String({ description: 'where a challenge comes from' }),
    /** Services of others, at most one for each region; `validate` is then base64 of JSON {provider, answer}. */
    remotes: Type.Array(closed({ region: choice(regions), provider: choice(captchaProviders), siteKey: Type.String() })),
  }),
  hosts: closed({
    userCenter: address,
    developerCenter: address,
    homepage: address,
    developerPlatform: address,
    community: address,
    /** Called with credentials at sign-out, failures ignored (spec 4). */
    loginLogout: address,
    identityLogout: address,
    /** The parent domain of the cookie `lang`, or empty for this host alone. */
    cookieDomain: Type.String(),
  }),
  features: closed({
    layout: choice(['auto', 'desktop']),
    /** Vendor mode is on where the host contains this (spec 1); empty: only by `from=uos`. */
    vendorMarker: Type.String(),
    social: Type.Array(choice(platforms)),
    /** Whether a follow-us QR code is configured. */
    followQr: Type.Boolean(),
  }),
  limits: closed({
    usernameMin: count,
    usernameMax: count,
    passwordMin: count,
    passwordMax: count,
    nicknameMin: count,
    nicknameMax: count,
    nicknameChangeDays: count,
    profileMax: count,
    codeDigits: count,
    resendSeconds: count,
    avatarMaxBytes: count,
  }),
  languages: Type.Array(choice(languages)),
  regions: Type.Array(choice(regions)),
});

/** The `data` of `GET /config.json`. */
export type AppConfig = Static<typeof configSchema>;

export const referenceSchemas = {
  config: { data: configSchema },
  key: {
    data: closed({
      key: Type.String({ description: 'base64 of an SPKI DER RSA public key' }),
      client_id: Type.String({ description: 'names the key, in the header X-Key-Id' }),
      label: Type.String({ description: 'where the OAEP label of every field begins' }),
    }),
  },
  region: { data: closed({ IsoCode: Type.String({ description: 'ISO 3166 alpha-2, or empty' }) }) },
  loginRegion: { data: closed({ region: choice(regions) }) },
  navigation: {
    query: Type.Object({ language: Type.Optional(choice(languages)) }),
    data: Type.Array(closed({ key: Type.String(), title: Type.String(), url: Type.String() })),
  },
  agreement: {
    params: closed({
      type: choice(legalPaths),
      id: Type.String({ pattern: '^[a-z0-9.-]{1,32}$', description: '`latest` or a version' }),
    }),
    query: Type.Object({ region: Type.Optional(regionOrNone), language: Type.Optional(choice(languages)) }),
    data: closed({
      type: choice(legalTypes),
      id: Type.String(),
      version: Type.String(),
      language: choice(languages),
      title: Type.String(),
      html: Type.String(),
      effectiveAt: Type.String({ description: 'yyyy-mm-dd' }),
    }),
  },
  captchaChallenge: {
    query: Type.Object({
      scene: choice(captchaScenes),
      failed: Type.Optional(choice(captchaProviders)),
      work: Type.Optional(
        Type.Unsafe<`${CaptchaWork}`>({ type: 'string', enum: captchaWorks.map(String), description: '`data.work` of a refusal 3008' }),
      ),
    }),
    data: captchaOffer,
  },
} satisfies SchemasFor<typeof referenceEndpoints>;
