/** What production refuses to take from its examples. */
export const ownContacts = {
  SUPPORT_EMAIL: 'support@cedar.test',
  HOMEPAGE_URL: 'https://www.cedar.test',
  DEVELOPERS_URL: '/developer',
  COMMUNITY_URL: 'https://community.cedar.test',
} as const;
