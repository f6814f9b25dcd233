/** The page for browsers that are too old, and the line for pages without scripts. */
export const oldBrowser = {
  heading: 'This browser is too old for a safe sign-in',
  lead: 'Scan the code with your phone, or open the address in one of these browsers:',
  code: 'QR code of the address',
  browsers: 'Chrome or Edge 87, Firefox 115, Safari 15.4, or newer',
  support: 'Support: {supportEmail}',
  noScript: 'This page needs JavaScript.',
  elsewhere: 'Open it on your phone or in another browser',
} as const;
