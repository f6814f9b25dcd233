/** The pages for browsers that are too old or send too much, and the line for pages without scripts. */
export const oldBrowser = {
  heading: 'This browser is too old for a safe sign-in',
  lead: 'Scan the code with your phone, or open the address in one of these browsers:',
  code: 'QR code of the address',
  browsers: 'Chrome or Edge {chrome}, Firefox {firefox}, Safari {safari}, or newer',
  support: 'Support: {supportEmail}',
  cookiesHeading: 'Your browser sends too many cookies',
  cookiesLead:
    'This page cannot be opened with so many cookies. Delete the cookies of this site and its domain in the browser’s settings, then open the page again. You will need to sign in again.',
  noScript: 'This page needs JavaScript.',
  elsewhere: 'Open it on your phone or in another browser',
} as const;
