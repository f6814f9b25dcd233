/** The parts that tests use of clients that come without types. */

declare module 'express-session' {
  import type { RequestHandler } from 'express';
  export default function session(options: {
    readonly secret: string;
    readonly resave: boolean;
    readonly saveUninitialized: boolean;
  }): RequestHandler;
}

declare module 'passport' {
  import type { RequestHandler } from 'express';
  class Passport {
    use(strategy: object): void;
    initialize(): RequestHandler;
    session(): RequestHandler;
    authenticate(name: string, options?: { readonly successRedirect: string; readonly failureRedirect: string }): RequestHandler;
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
  }
}
