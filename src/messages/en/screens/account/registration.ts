/** Registration. */
export const register = {
  'rg.h': 'Create your {brand}',
  'rg.upgrade': 'Upgrade now',
  'rg.tab.phone': 'Phone',
  'rg.tab.email': 'Email',
  'rg.change': 'Change',
  'rg.changeRegion': 'Change country or region',
  'rg.btn': 'Sign up',
  'rg.have': 'Have an account?',
  'rg.numbers': 'Only Mainland China numbers (+86) can receive codes. With any other number, sign up by email.',
  'qr.reg': 'Use your phone',
  'rg.suffix': 'Email suggestions',
  'follow.h': 'Follow us for updates',
  'follow.body': 'Scan the QR code with WeChat to follow our official account.',
  'follow.phone': 'Touch and hold the code, or scan a screenshot of it with WeChat, to follow our official account.',
  'follow.skip': 'Skip',
} as const;
