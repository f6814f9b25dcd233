/** Purposes of a ceremony with a passkey: a challenge of one purpose is refused for every other. */
export const passkeyPurposes = ['signIn', 'second', 'recover', 'notice', 'freeze', 'proof', 'settings', 'upgrade'] as const;

export type PasskeyPurpose = (typeof passkeyPurposes)[number];

/** How a passkey came to the account: `upgrade` without a dialog, after a sign-in with a password. */
export const passkeyOrigins = ['settings', 'upgrade', 'recovery'] as const;

export type PasskeyOrigin = (typeof passkeyOrigins)[number];

/** Algorithms of passkeys by their COSE numbers, the preferred one first: ES256, EdDSA, RS256. */
export const passkeyAlgorithms = [-7, -8, -257] as const;

/** An answer of `navigator.credentials.get`, as its `toJSON` gives it. Binary values are base64url. */
export interface PasskeyAssertion {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | null;
  };
  readonly clientExtensionResults?: object;
  readonly authenticatorAttachment?: string | null;
}

/** An answer of `navigator.credentials.create`, as its `toJSON` gives it. */
export interface PasskeyRegistration {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[];
    /** Copies of what the attestation object holds: nobody reads them. */
    readonly authenticatorData?: string;
    readonly publicKey?: string | null;
    readonly publicKeyAlgorithm?: number;
  };
  readonly clientExtensionResults?: object;
  readonly authenticatorAttachment?: string | null;
}

/** Options of `navigator.credentials.get`. */
export interface PasskeyRequestOptions {
  readonly challenge: string;
  readonly rpId: string;
  /** Milliseconds. */
  readonly timeout: number;
  readonly userVerification: 'required';
  /** Empty for a sign-in: the person picks one. */
  readonly allowCredentials: readonly PasskeyDescriptor[];
}

/** Options of `navigator.credentials.create`. */
export interface PasskeyCreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly pubKeyCredParams: readonly { readonly type: 'public-key'; readonly alg: number }[];
  /** Milliseconds. */
  readonly timeout: number;
  readonly attestation: 'none';
  readonly authenticatorSelection: {
    readonly residentKey: 'required';
    readonly requireResidentKey: true;
    readonly userVerification: 'required' | 'preferred';
  };
  /** Passkeys of the account: an authenticator that has one makes no second. */
  readonly excludeCredentials: readonly PasskeyDescriptor[];
  readonly hints: readonly [];
}

export interface PasskeyDescriptor {
  readonly type: 'public-key';
  readonly id: string;
  readonly transports?: readonly string[];
}
