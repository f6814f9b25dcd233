/**
 * The account on this computer: one sign-in, whose refresh token and key never leave this process, and news of it from
 * the server. Nothing here knows the bus.
 */
import { EventEmitter, once } from 'node:events';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { hostname, release } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { exportJWK, SignJWT } from 'jose';
import * as client from 'openid-client';
import type { Copies } from './files.ts';
import type { SecretStore } from './secret-service.ts';
import type { AnyValue } from './any-value.ts';

export type State = 'signed-out' | 'signing-in' | 'signed-in' | 'offline';
export type EndReason = 'here' | 'web' | 'password' | 'frozen' | 'deleted' | 'expired';

/** What programs may see: no id and no full address. */
export interface Profile {
  readonly nickname: string;
  readonly account: string;
  readonly picture: string;
  /** Milliseconds. */
  readonly checkedAt: number;
}

/** What the service keeps in the Secret Service. */
interface Secret {
  readonly issuer: string;
  readonly refreshToken: string;
  readonly key: JsonWebKey;
  /** Seals the copies in files. */
  readonly seal: string;
}

/** A failure with the name that programs get. */
export class Refused extends Error {
  readonly reason: 'Denied' | 'NotSignedIn' | 'NotOnline' | 'NotAllowed' | 'Busy' | 'TimedOut' | 'InvalidArgs' | 'NotSupported';

  constructor(reason: Refused['reason'], text: string) {
    super(text);
    this.reason = reason;
  }
}

export interface Answer {
  readonly status: number;
  readonly code: number;
  readonly data: AnyValue;
  readonly etag: string;
  /** How long the server wants to be left alone. Seconds. */
  readonly retryAfter: number;
}

export interface AccountOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly store: SecretStore;
  readonly copies: Copies;
  /** Whether the person is asked for the synchronization of settings too: the app must have that API. */
  readonly settings: boolean;
  /** Opens a page for the person. */
  readonly open: (url: string) => void;
  /** Shows the code of a sign-in by phone. */
  readonly show: (shown: { readonly url: string; readonly code: string; readonly number: string }) => void;
}

interface Access {
  readonly token: string;
  readonly until: number;
}

interface CallOptions {
  readonly body?: object;
  readonly etag?: string;
  readonly resource?: string;
}

interface Events {
  changed: [];
  ended: [reason: EndReason];
  /** Apps that programs of this computer still use. */
  programs: [clientIds: readonly string[]];
  /** What is synchronized may have changed. */
  settings: [];
}

/** What the account synchronizes; `changedAt` in milliseconds, 0 for nothing. */
export interface Synchronized {
  readonly enabled: boolean;
  /** What is stored or off, each with its switch. */
  readonly keys: ReadonlyMap<string, boolean>;
  readonly changedAt: number;
}

const scope = 'openid profile desktop';
/** The audience of a token that names none. */
const noResource = '';
const waitSeconds = 50;
/** Pauses after failures in a row: short ones for a server that comes back, then one a minute. Seconds. */
const pauses = [1, 2, 4, 8, 8, 8, 8, 8];
const longPause = 60;
/** A copy without contact is dropped after so long. */
const copyMs = 30 * 24 * 3600 * 1000;

export class Account extends EventEmitter<Events> {
  state: State = 'signed-out';
  profile: Profile | undefined;
  readonly #options: AccountOptions;
  #config: client.Configuration | undefined;
  #secret: Secret | undefined;
  #proof: client.DPoPHandle | undefined;
  /** One token for this account, and one for the API of settings, by resource. */
  readonly #access = new Map<string, Access>();
  readonly #refreshing = new Map<string, Promise<string>>();
  #run = 0;

  constructor(options: AccountOptions) {
    super();
    this.#options = options;
  }

  get issuer(): string {
    return this.#options.issuer;
  }

  /** Resumes the previous sign-in from the sealed copy. `listen` then asks the server. */
  async resume(): Promise<void> {
    const text = await this.#options.store.read();
    if (text === undefined) return;
    const secret: Secret = JSON.parse(text);
    if (secret.issuer !== this.issuer) return;
    await this.#use(secret);
    const copy = await this.#options.copies.readSealed('profile', secret.seal);
    if (copy !== undefined && Date.now() - copy.checkedAt < copyMs) this.profile = copy;
    this.#become('offline');
  }

  /** Asks for news of a running sign-in, once all who wait for its end can be told. */
  listen(): void {
    if (this.#secret !== undefined) void this.#listen();
  }

  async #use(secret: Secret): Promise<void> {
    this.#secret = secret;
    const { d: _d, ...open } = secret.key;
    const how = { name: 'ECDSA', namedCurve: 'P-256' } as const;
    const privateKey = await crypto.subtle.importKey('jwk', secret.key, how, false, ['sign']);
    const publicKey = await crypto.subtle.importKey('jwk', { ...open, key_ops: ['verify'] }, how, true, ['verify']);
    this.#keys = { privateKey, publicKey };
    this.#proof = undefined;
  }

  #keys: CryptoKeyPair | undefined;

  async #server(): Promise<client.Configuration> {
    if (this.#config === undefined) {
      const { issuer, clientId } = this.#options;
      const execute = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
      this.#config = await client.discovery(new URL(issuer), clientId, {}, client.None(), { execute });
      this.#config.timeout = waitSeconds + 15;
    }
    if (this.#proof === undefined && this.#keys !== undefined) this.#proof = client.getDPoPHandle(this.#config, this.#keys);
    return this.#config;
  }

  /** Signs in by the browser on this computer (RFC 8252), or by a phone that scans a code (RFC 8628). */
  async signIn(method: 'browser' | 'qr'): Promise<void> {
    if (this.state !== 'signed-out') throw new Refused('Busy', 'There is an account, or a sign-in is in progress.');
    this.#become('signing-in');
    try {
      const pair = await client.randomDPoPKeyPair('ES256', { extractable: true });
      this.#keys = pair;
      this.#proof = undefined;
      const config = await this.#server();
      const tokens = method === 'browser' ? await this.#byBrowser(config) : await this.#byPhone(config);
      const key = await crypto.subtle.exportKey('jwk', pair.privateKey);
      const secret = { issuer: this.issuer, refreshToken: tokens.refresh_token ?? '', key, seal: randomBytes(32).toString('base64url') };
      await this.#options.store.write(JSON.stringify(secret));
      await this.#use(secret);
      this.#access.set(noResource, accessOf(tokens));
      await this.#readProfile();
      this.#become('signed-in');
      void this.#listen();
    } catch (error) {
      this.#forget();
      this.#become('signed-out');
      throw error;
    }
  }

  async #byBrowser(config: client.Configuration): Promise<client.TokenEndpointResponse> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const bound = server.address();
      const port = typeof bound === 'object' ? (bound?.port ?? 0) : 0;
      const pkceCodeVerifier = client.randomPKCECodeVerifier();
      const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()];
      // The description of this computer travels in a body, not in an address.
      const url = await client.buildAuthorizationUrlWithPAR(
        config,
        {
          redirect_uri: `http://127.0.0.1:${port}/done`,
          ...this.#wanted,
          code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
          code_challenge_method: 'S256',
          state: expectedState,
          nonce: expectedNonce,
          ...describeComputer(),
        },
        this.#bound(),
      );
      const answered = nextRequest(server, expectedState);
      this.#options.open(url.href);
      const found = await Promise.race([answered, pause(10 * 60_000, undefined, { ref: false })]);
      if (found === undefined) throw new Refused('TimedOut', 'Nobody signed in for ten minutes.');
      const checks = { pkceCodeVerifier, expectedState, expectedNonce };
      const returned = new URL(found, `http://127.0.0.1:${port}`);
      return await client.authorizationCodeGrant(config, returned, checks, undefined, this.#bound());
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }

  async #byPhone(config: client.Configuration): Promise<client.TokenEndpointResponse> {
    const number = String(randomInt(10, 100));
    const asked = await client.initiateDeviceAuthorization(config, { ...this.#wanted, device_number: number, ...describeComputer() });
    this.#options.show({ url: asked.verification_uri_complete ?? asked.verification_uri, code: asked.user_code, number });
    return client.pollDeviceAuthorizationGrant(config, asked, undefined, this.#bound());
  }

  /** Revokes here and there; without the network at least here. */
  async signOut(): Promise<void> {
    if (this.#secret === undefined) throw new Refused('NotSignedIn', 'There is no account on this computer.');
    // What is ended here is no news from the web.
    this.#run += 1;
    const config = await this.#server().catch(() => undefined);
    const devices = config && (await this.call('GET', '/device/list').catch(() => undefined));
    const own = devices?.data?.find?.(({ current }: { readonly current: boolean }) => current);
    if (own !== undefined) await this.call('DELETE', '/device/unBind', { body: { id: own.id } }).catch(() => undefined);
    if (config !== undefined) await client.tokenRevocation(config, this.#secret?.refreshToken ?? '').catch(() => undefined);
    await this.#end('here');
  }

  /** What this computer asks for: settings are a scope of a separate API. */
  get #wanted() {
    return this.#options.settings ? { scope: `${scope} settings`, resource: this.#ofSettings } : { scope };
  }

  /**
   * Why the sign-in is over, by only the key: its tokens open nothing any more. Undefined where the server says that it
   * continues, or nothing.
   */
  async #whyEnded(): Promise<EndReason | undefined> {
    const url = new URL('/api/desktop/end', this.issuer).href;
    for (let tries = 0; tries < 3 && this.#keys !== undefined; tries += 1) {
      const { publicKey, privateKey } = this.#keys;
      const said = { jti: randomUUID(), htm: 'GET', htu: url, iat: Math.floor(Date.now() / 1000) };
      const header = { alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) };
      const DPoP = await new SignJWT(said).setProtectedHeader(header).sign(privateKey);
      const answer = await fetch(url, { headers: { DPoP }, signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
      if (answer?.status === 404) return 'expired';
      if (answer?.ok === true) return (await read(answer)).data?.reason ?? undefined;
      await pause(1000, undefined, { ref: false });
    }
    return undefined;
  }

  /** Ends a sign-in that was ended elsewhere, or that has no tokens any more. */
  async #endOf(run: number): Promise<void> {
    const reason = await this.#whyEnded();
    if (run === this.#run) await this.#end(reason ?? 'expired');
  }

  async #end(reason: EndReason): Promise<void> {
    this.#forget();
    await this.#options.store.remove().catch(() => undefined);
    await this.#options.copies.remove();
    this.#become('signed-out');
    this.emit('ended', reason);
  }

  #forget(): void {
    this.#run += 1;
    this.#secret = undefined;
    this.#keys = undefined;
    this.#proof = undefined;
    this.#access.clear();
    this.profile = undefined;
  }

  #become(state: State): void {
    this.state = state;
    this.emit('changed');
  }

  /** A proof of the key goes along. */
  #bound(): client.DPoPOptions {
    return this.#proof === undefined ? {} : { DPoP: this.#proof };
  }

  async #accessToken(resource: string): Promise<string> {
    const access = this.#access.get(resource);
    if (access !== undefined && access.until > Date.now()) return access.token;
    const refreshing = this.#refreshing.get(resource) ?? this.#refresh(resource).finally(() => this.#refreshing.delete(resource));
    this.#refreshing.set(resource, refreshing);
    return refreshing;
  }

  async #refresh(resource: string): Promise<string> {
    if (this.#secret === undefined) throw new Refused('NotSignedIn', 'There is no account on this computer.');
    const config = await this.#server();
    const wanted = resource === noResource ? undefined : { resource };
    const access = accessOf(await client.refreshTokenGrant(config, this.#secret.refreshToken, wanted, this.#bound()));
    this.#access.set(resource, access);
    return access.token;
  }

  /** A call of the account center, with a proof of the key. */
  async call(method: string, path: string, { body, etag, resource = noResource }: CallOptions = {}): Promise<Answer> {
    const config = await this.#server();
    const token = await this.#accessToken(resource);
    const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/json' });
    if (etag !== undefined) headers.set('if-none-match', etag);
    const sent = body === undefined ? null : JSON.stringify(body);
    const url = new URL(`/api${path}`, this.issuer);
    try {
      return await read(await client.fetchProtectedResource(config, token, url, method, sent, headers, this.#bound()));
    } catch (error) {
      if (error instanceof client.WWWAuthenticateChallengeError) {
        // The next call gets another token, or learns that there is none.
        if (error.status === 401) this.#access.delete(resource);
        return read(error.response);
      }
      throw error;
    }
  }

  /** Waits for news, for as long as this sign-in lasts. One request a minute at most while nothing happens. */
  async #listen(): Promise<void> {
    const run = ++this.#run;
    let etag: string | undefined;
    let known = { profile: '', programs: '', settings: '' };
    let refused = 0;
    for (let failures = 0; run === this.#run;) {
      let retryAfter = 0;
      let hasNewSettings = false;
      try {
        const answer = await this.call(
          'GET',
          etag === undefined ? '/desktop/state' : `/desktop/state?wait=${waitSeconds}`,
          etag === undefined ? {} : { etag },
        );
        if (run !== this.#run) return;
        if (answer.status === 401) {
          // A token that was good a moment ago: the next one is refused if the sign-in is over.
          refused += 1;
          if (refused === 1) continue;
          const reason = await this.#whyEnded();
          if (run !== this.#run) return;
          if (reason !== undefined) return await this.#end(reason);
          throw new Error('The server refuses a token of a sign-in that continues.');
        }
        ({ retryAfter } = answer);
        if (answer.status === 200 && !answer.data.signedIn) return await this.#end(answer.data.reason);
        if (answer.status !== 200 && answer.status !== 304) throw new Error(`The server answers ${answer.status}.`);
        failures = 0;
        refused = 0;
        etag = answer.etag === '' ? etag : answer.etag;
        if (answer.status === 200) {
          const { profileVersion: profile, programsVersion: programs, settingsVersion: settings } = answer.data;
          if (profile !== known.profile) await this.#readProfile();
          if (programs !== known.programs) {
            const listed = await this.call('GET', '/desktop/programs');
            if (listed.code === 200)
              this.emit(
                'programs',
                listed.data.map(({ clientID }: { clientID: string }) => clientID),
              );
          }
          if (settings !== known.settings) hasNewSettings = true;
          known = { profile, programs, settings };
        }
        if (this.state !== 'signed-in') this.#become('signed-in');
        if (hasNewSettings) this.emit('settings');
      } catch (error) {
        if (run !== this.#run) return;
        if (isOver(error)) return await this.#endOf(run);
        if (this.state === 'signed-in') this.#become('offline');
        const seconds = Math.max(retryAfter, pauses[failures] ?? longPause);
        failures += 1;
        await pause(seconds * 1000, undefined, { ref: false });
        if (this.profile !== undefined && Date.now() - this.profile.checkedAt > copyMs) {
          this.profile = undefined;
          await this.#options.copies.remove();
          this.emit('changed');
        }
      }
    }
  }

  async #readProfile(): Promise<void> {
    const { code, data } = await this.call('GET', '/account/metainfo');
    if (code !== 200) return;
    const image = data.profileImage === '' ? undefined : await fetch(new URL(data.profileImage, this.issuer)).catch(() => undefined);
    if (image?.ok === true) await this.#options.copies.writePicture(Buffer.from(await image.arrayBuffer()));
    this.profile = {
      nickname: data.nickname,
      account: data.encryptPhoneNumber || data.encryptEmail || '',
      picture: image?.ok === true ? this.#options.copies.picturePath : '',
      checkedAt: Date.now(),
    };
    this.passwordEmpty = data.password_empty;
    if (this.#secret !== undefined) await this.#options.copies.writeSealed('profile', this.#secret.seal, this.profile);
    this.emit('changed');
  }

  passwordEmpty = false;

  get #ofSettings(): string {
    return new URL('/api', this.issuer).href;
  }

  /** What is synchronized; undefined where the person did not allow it to this computer. */
  async synchronized(): Promise<Synchronized | undefined> {
    if (!this.#options.settings) return undefined;
    try {
      const { code, data } = await this.call('GET', '/settings', { resource: this.#ofSettings });
      if (code !== 200) return undefined;
      const rows: readonly { readonly key: string; readonly on: boolean; readonly changedAt: string }[] = data.settings;
      const off: readonly string[] = data.off;
      const changedAt = Math.max(0, ...rows.map((row) => Date.parse(row.changedAt)));
      const keys = new Map([...rows.map(({ key, on }) => [key, on] as const), ...off.map((key) => [key, false] as const)]);
      return { enabled: data.enabled, keys, changedAt };
    } catch (error) {
      if (error instanceof client.ResponseBodyError && error.error === 'invalid_target') return undefined;
      throw error;
    }
  }

  /** Switches one setting on or off, or with `enabled` all of them off: only the person switches those on. */
  async switchSetting(key: string, on: boolean): Promise<Answer> {
    const body = key === 'enabled' ? { enabled: on } : { keys: [{ key, on }] };
    return this.call('PUT', '/settings/switches', { body, resource: this.#ofSettings });
  }

  /** Keeps a value for the next start, sealed. */
  async keep(name: string, value: unknown): Promise<void> {
    if (this.#secret !== undefined) await this.#options.copies.writeSealed(name, this.#secret.seal, value);
  }

  async kept(name: string): Promise<AnyValue> {
    return this.#secret === undefined ? undefined : this.#options.copies.readSealed(name, this.#secret.seal);
  }

  /** Exchanges a code for a token that is bound to the key of a program: the proof is the program's own. */
  async redeem(given: Readonly<Record<'clientId' | 'code' | 'redirectUri' | 'verifier' | 'proof', string>>) {
    const config = await this.#server();
    const answer = await fetch(config.serverMetadata().token_endpoint ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', DPoP: given.proof },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: given.clientId,
        code: given.code,
        redirect_uri: given.redirectUri,
        code_verifier: given.verifier,
      }),
    });
    const { access_token: token, expires_in: seconds, token_type: type, error } = JSON.parse(await answer.text());
    // A token that is bound to nothing would be of use to everybody who listens.
    if (!answer.ok || type?.toLowerCase() !== 'dpop') throw new Refused('InvalidArgs', `The proof was refused: ${error ?? type}`);
    return { token: String(token), expiresAt: Math.floor(Date.now() / 1000) + Number(seconds) };
  }
}

function describeComputer() {
  return { device_name: hostname(), device_type: 'pc', os: 'Linux', os_version: release().split('-')[0] ?? '' };
}

/** The address of the answer of the browser: for the page that is shown, there is nothing about the account in it. */
async function nextRequest(server: ReturnType<typeof createServer>, state: string): Promise<string> {
  return new Promise((resolve) => {
    server.on('request', (request, response) => {
      const address = request.url ?? '/';
      const isAnswer = URL.parse(address, 'http://127.0.0.1')?.searchParams.get('state') === state;
      response.writeHead(isAnswer ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      response.end(
        isAnswer ? '<!doctype html><title>Cedar ID</title><p>登录成功，可以关闭此页面。<p>Signed in. You can close this page.' : '',
      );
      if (isAnswer) resolve(address);
    });
  });
}

function accessOf({ access_token: token, expires_in: seconds = 60 }: client.TokenEndpointResponse) {
  return { token, until: Date.now() + (seconds - 30) * 1000 };
}

/** Whether the refresh token is good for nothing any more. */
function isOver(error: unknown): boolean {
  return error instanceof client.ResponseBodyError && error.error === 'invalid_grant';
}

async function read(answer: Response): Promise<Answer> {
  const text = await answer.text();
  const { code = answer.status, data } = text === '' ? {} : JSON.parse(text);
  const retryAfter = Number(answer.headers.get('retry-after') ?? 0);
  return { status: answer.status, code, data, etag: answer.headers.get('etag') ?? '', retryAfter };
}
