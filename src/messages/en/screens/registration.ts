/** Registration. */
export const register = {
  'rg.h': 'Create your {brand}',
  'rg.sub': 'It takes about a minute.',
  'rg.upgrade': 'Upgrade now',
  'rg.tab.phone': 'Phone',
  'rg.tab.email': 'Email',
  'rg.btn': 'Sign up',
  'rg.have': 'Already have an account?',
  'rg.suffix': 'Email suggestions',
  'follow.h': 'Follow us for updates',
  'follow.body': 'Scan the QR code with WeChat to follow our official account.',
  'follow.skip': 'Skip',
} as const;
