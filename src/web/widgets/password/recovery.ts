/** The page for a new password. */
export const newPasswordPath = '/register/support';
