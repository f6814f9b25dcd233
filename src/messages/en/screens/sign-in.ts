/** Sign-in. */
export const signIn = {
  'si.h': 'Sign in to {brand}',
  'si.sub': 'One account for your system, apps and community',
  'si.tab.pwd': 'Password',
  'si.tab.code': 'Verification code',
  'si.forgot': 'Forgot password?',
  'si.btn': 'Sign in',
  'si.or': 'or continue with',
  'si.new': 'New to {os}?',
  'si.create': 'Sign up',
  'si.with': 'Sign in with {platform}',
  'si.wait': 'Try again in {time}',
  'si.second': 'This account has not been used for a long time. To protect it, also enter the {digits}-digit code sent to {target}.',
  'si.for': 'to continue to {app}',
  'oi.more': '{app} asks for a stronger sign-in',
  'si.back': 'Back to {app}',
  'si.kept': 'Your account is kept. Sign in to continue.',
} as const;
