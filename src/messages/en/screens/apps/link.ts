/** The page that signs in a device by the code on its display (RFC 8628). */
export const link = {
  'ln.sub': 'Enter the code shown on your device.',
  'ln.code': 'Device code',
  'ln.ph': 'ABCD-EFGH',
  'ln.h': 'Sign in on this device?',
  'ln.compare': 'Allow this only if the device is in front of you and shows exactly this code.',
  'ln.app': 'Requested by {app}',
  'ln.from': 'From {address}',
  'ln.other': 'Check that this is your device',
  'ln.otherB':
    'This device is not on your network. If someone sent you this code, deny the request: otherwise they can sign in to your account.',
  'ln.will': 'The device will be able to',
  'ln.not': 'The device cannot see your password.',
  'ln.allow': 'Allow',
  'ln.deny': 'Deny',
  'ln.ok.h': 'Device connected',
  'ln.ok.b': 'Continue on the device. You can remove it at any time under Devices.',
  'ln.ok.btn': 'View devices',
  'ln.no.h': 'Request denied',
  'ln.no.b': 'The device was not signed in. Your account is safe.',
} as const;
