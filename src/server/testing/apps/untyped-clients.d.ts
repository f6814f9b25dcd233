/**
 * The parts that tests use of clients that come without types, or with types that bring those of a page into the whole
 * server.
 */

declare module 'express' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  export type Handler = (request: Request, response: Response, next: () => void) => unknown;
  export interface Request extends IncomingMessage {
    readonly user?: unknown;
    readonly oidc: { fetchUserInfo(): Promise<unknown> };
  }
  export interface Response extends ServerResponse {
    json(value: unknown): void;
    send(text: string): void;
  }
  export type Application = RequestListener & {
    use(...handlers: readonly Handler[]): void;
    get(path: string, ...handlers: readonly Handler[]): void;
  };
  export default function express(): Application;
}

declare module 'express-openid-connect' {
  import type { Handler } from 'express';

  export function auth(options: Readonly<Record<string, unknown>>): Handler;
  export function requiresAuth(): Handler;
}

declare module 'express-session' {
  import type { Handler } from 'express';

  export default function session(options: {
    readonly secret: string;
    readonly resave: boolean;
    readonly saveUninitialized: boolean;
  }): Handler;
}

declare module 'passport' {
  import type { Handler } from 'express';

  class Passport {
    use(strategy: object): void;
    initialize(): Handler;
    session(): Handler;
    authenticate(name: string, options?: { readonly successRedirect: string; readonly failureRedirect: string }): Handler;
    serializeUser(write: (user: unknown, done: (error: unknown, text: string) => void) => void): void;
    deserializeUser(read: (text: string, done: (error: unknown, user: unknown) => void) => void): void;
  }
  const passport: { readonly Passport: typeof Passport };
  export default passport;
}

declare module 'passport-openidconnect' {
  export interface Profile {
    readonly id: string;
    readonly displayName?: string;
    readonly emails?: readonly { readonly value: string }[];
  }
  export class Strategy {
    constructor(
      options: Readonly<Record<string, string | readonly string[]>>,
      verify: (issuer: string, profile: Profile, done: (error: unknown, user: Profile) => void) => void,
    );
    readonly name: string;
  }
}
