/** The profile items of spec 3 that have no limit of their own: each is a page of /mobile-modify-privacy. */
export const profileItems = [
  'realName',
  'gender',
  'birthday',
  'country',
  'address',
  'signature',
  'profile',
  'degree',
  'school',
  'department',
  'year',
  'industry',
  'company',
  'title',
] as const;

export type ProfileItem = (typeof profileItems)[number];

/** What is changed alone, because each has a limit of its own (spec 9). */
export const limitedItems = ['nickname', 'username', 'region'] as const;

export type LimitedItem = (typeof limitedItems)[number];
