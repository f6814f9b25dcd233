/** The page for a new password. */
export const newPasswordPath = '/register/support';

/** Hands the token of a recovery to that page: an address would be kept by histories and logs. */
export function keepRecovery(token: string): void {
  sessionStorage.setItem('recovery.token', token);
}
