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
