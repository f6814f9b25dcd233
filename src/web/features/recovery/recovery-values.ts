/** Where the code goes. */
export type Method = 'phone' | 'email';

/** The one form of both steps: what was typed in one of them is still there after the other. */
export interface RecoveryValues {
  readonly method: Method;
  readonly phone: string;
  readonly email: string;
  readonly code: string;
  readonly newPassword: string;
  readonly confirm: string;
}

export interface RecoveryProps {
  /** The identifier typed at sign-in, '' where there is none. Called in an effect. */
  readonly readIdentifier: () => string;
  /** The password has been reset; `identifier` is what to sign in with, '' where only the link knows. */
  readonly onDone: (identifier: string) => Promise<void> | void;
}
