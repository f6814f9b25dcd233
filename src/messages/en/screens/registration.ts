/** Registration. */
export const register = {
  'rg.h': 'Create your {brand}',
  'rg.sub': 'It takes about a minute.',
  'rg.upgrade': 'Upgrade it',
  'rg.tab.phone': 'Phone',
  'rg.tab.email': 'Email',
  'rg.btn': 'Sign up',
  'rg.have': 'Already have an account?',
  'rg.numbers': 'Only numbers of Mainland China (+86) can receive codes. With another number, sign up by email.',
  'qr.reg': 'Sign up on your phone instead',
  'rg.suffix': 'Email suggestions',
  'follow.h': 'Follow us for updates',
  'follow.body': 'Scan the QR code with WeChat to follow our official account.',
  'follow.skip': 'Skip',
} as const;
