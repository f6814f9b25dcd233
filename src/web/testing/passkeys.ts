import { vi } from 'vitest';

/** Behavior of a browser with passkeys. */
export interface BrowserPasskeys {
  /** Answer of the person: a passkey, nothing, or that this device has one. */
  answer: 'passkey' | 'NotAllowedError' | 'InvalidStateError' | 'never';
  /** The browser offers passkeys in the name field. */
  readonly offers?: boolean;
  /** The person takes the passkey that the name field offers. */
  readonly takesOffer?: boolean;
  readonly makesSilently?: boolean;
  /** The device knows its person by a fingerprint, a face or a screen lock. */
  readonly unlocks?: boolean;
}

/** A browser with passkeys, and what the page has asked it and told it. */
export interface FakePasskeys {
  readonly asked: { readonly call: 'get' | 'create'; readonly mediation: string }[];
  readonly signals: { readonly name: string; readonly told: object }[];
  /** How the ceremonies were that the page has ended. */
  readonly ended: string[];
  /** The person takes the passkey that the name field offers now. */
  takeOffer(): void;
  readonly browser: BrowserPasskeys;
}

/** Gives the page of a test a browser with passkeys. */
export function fakePasskeys(browser: BrowserPasskeys): FakePasskeys {
  const asked: FakePasskeys['asked'] = [];
  const signals: FakePasskeys['signals'] = [];
  const ended: FakePasskeys['ended'] = [];
  let take: (() => void) | undefined;
  const signal = (name: string) => (told: object) => {
    signals.push({ name, told });
    return Promise.resolve();
  };
  const facts = {
    isConditionalMediationAvailable: async () => browser.offers === true,
    isUserVerifyingPlatformAuthenticatorAvailable: async () => browser.unlocks === true,
    getClientCapabilities: async () => ({ conditionalCreate: browser.makesSilently === true }),
    signalUnknownCredential: signal('unknown'),
    signalAllAcceptedCredentials: signal('all'),
    signalCurrentUserDetails: signal('details'),
  };
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, facts),
  );
  const answer = (call: 'get' | 'create') => (options: { readonly mediation?: string; readonly signal?: AbortSignal }) => {
    const { mediation = 'modal', signal: stop } = options;
    asked.push({ call, mediation });
    const isWaiting = browser.answer === 'never' || (call === 'get' && mediation === 'conditional' && browser.takesOffer !== true);
    if (isWaiting) {
      return new Promise((resolve, refuse) => {
        take = () => resolve(credential());
        stop?.addEventListener('abort', () => {
          ended.push(mediation);
          refuse(new DOMException('another one began', 'AbortError'));
        });
      });
    }
    return browser.answer === 'passkey' ? Promise.resolve(credential()) : Promise.reject(new DOMException('no', browser.answer));
  };
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: answer('get'), create: answer('create') } });
  return { asked, signals, ended, takeOffer: () => take?.(), browser };
}

function credential(): object {
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  return {
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
    response: {
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: bytes,
      attestationObject: bytes,
      getTransports: () => ['internal'],
      getPublicKeyAlgorithm: () => -7,
      getPublicKey: () => bytes,
      getAuthenticatorData: () => bytes,
    },
  };
}
