/** The recipient of the code. */
export type Method = 'phone' | 'email';

/** The single form of both steps: values typed in one step stay in the other. */
export interface RecoveryValues {
  readonly method: Method;
  readonly phone: string;
  readonly email: string;
  readonly code: string;
  readonly newPassword: string;
  readonly confirm: string;
}

export interface RecoveryProps {
  /** The identifier typed at sign-in, '' if there is none. Called in an effect. */
  readonly readIdentifier: () => string;
  /** The password was reset; `identifier` is for the next sign-in, '' if only the link identifies the account. */
  readonly onDone: (identifier: string) => Promise<void> | void;
}
