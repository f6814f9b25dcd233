import type { Static } from 'typebox';
import { Type } from '#contract/json-schema.ts';
import { captchaScenes } from '#contract/endpoint.ts';
import type { referenceEndpoints } from '#contract/account/reference/reference.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { legalPaths, legalTypes } from '#contract/account/agreements/agreement-types.words.ts';
import { captchaProviders, type CaptchaProvider } from '#contract/vocabulary/captcha-providers.ts';
import { captchaWorks, type CaptchaWork } from '#contract/vocabulary/captcha-work.ts';
import { platforms } from '#contract/vocabulary/platforms.ts';
import { byShortName, languages } from '#contract/vocabulary/languages.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import { choice, closed, regionOrNone } from '#contract/shapes.schemas.ts';

/** A text in every language. */
const inEveryLanguage = closed(byShortName(() => Type.String()));

/** An absolute URL, or empty when the installation has none: then the link or the call is omitted. */
const address = Type.String();

const count = Type.Integer({ minimum: 0 });

/**
 * A proof-of-work challenge of altcha-lib 2, passed on unchanged because it is signed. `data.work` is the factor of the
 * usual work, `data.most` the maximum number of keys that a solver derives.
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
 * Widget of a captcha service, for the browser. `validate` is then base64 of JSON {provider, answer}; the answer has
 * the widget's own names. With a puzzle beside the widget it is {provider, answer, more}, where `more` is the puzzle's
 * {challenge, solution}.
 */
export interface CaptchaWidget {
  readonly provider: CaptchaProvider;
  readonly siteKey: string;
  /** URL of its script. */
  readonly script: string;
  /** Anti-cheat script that observes the visitor; its `token` is sent with the answer. */
  readonly antiCheat?: { readonly script: string; readonly productNumber: string; readonly businessId: string };
}

/**
 * The captcha for a visitor and scene: a puzzle of our own, or the widget of a service, plus a puzzle when more work is
 * required.
 */
export type CaptchaOffer = CaptchaChallenge | { readonly widget: CaptchaWidget; readonly more?: CaptchaChallenge };

/** `data` of refusal 3008, when the solved captcha is not enough. */
export interface CaptchaRefusalData {
  /** The service does not answer: our own captcha replaces it. */
  readonly fallback?: 'altcha';
  /**
   * Required factor of the usual work; `GET /captcha/challenge` with it returns a captcha that passes. The refused
   * call spent nothing.
   */
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

/** Data that the web application needs before it renders (contract 5). No secrets, nothing about the caller. */
export const configSchema = closed({
  client_id: Type.String(),
  encryption: Type.Boolean({ description: 'whether encrypted fields travel encrypted' }),
  brand: closed({
    id: inEveryLanguage,
    os: inEveryLanguage,
    /** Appended to every document title, and the whole title of a page without one (spec 2). */
    suffix: inEveryLanguage,
    /** URL of a square picture on this server; empty: our own mark. */
    logo: Type.String(),
    supportEmail: Type.String(),
    /** Filing numbers in the footer, verbatim in every language, in this order. */
    filings: Type.Array(closed({ kind: choice(['icp', 'psb']), text: Type.String(), url: address })),
  }),
  captcha: closed({
    /** Our own captcha: for regions without another, and as replacement for one that fails. */
    provider: choice(['altcha']),
    challenge: Type.String({ description: 'where a challenge comes from' }),
    /** External services, at most one per region; `validate` is then base64 of JSON {provider, answer}. */
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
    /** Parent domain of the cookie `lang`; empty: only this host. */
    cookieDomain: Type.String(),
  }),
  features: closed({
    layout: choice(['auto', 'desktop']),
    /** Part of the host that turns on vendor mode (spec 1); empty: only `from=uos` does. */
    vendorMarker: Type.String(),
    social: Type.Array(choice(platforms)),
    /** Whether a follow-us QR code is configured. */
    followQr: Type.Boolean(),
    /** Whether people can use passkeys here. */
    passkeys: Type.Boolean(),
    /** Whether two-step verification may be switched on. */
    twoStep: Type.Boolean(),
    /** Whether a text message may become a second step. */
    twoStepSms: Type.Boolean(),
    /** The regions whose registrations ask for the birthday first; absent without any. */
    ageGate: Type.Optional(Type.Array(choice(regions))),
  }),
  limits: closed({
    usernameMin: count,
    usernameMax: count,
    passwordMin: count,
    passwordMax: count,
    nicknameMin: count,
    nicknameMax: count,
    nicknameChangeDays: count,
    trustDays: count,
    claimHoursShared: count,
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
      digest: Type.String({ description: 'SHA-256 of the text, hexadecimal: what an acceptance names' }),
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
