/** The kinds of form that the modify pages show, by the `{type}` of their route (spec 3). */
export const fieldKinds = [
  'phone',
  'email',
  'password',
  'verify',
  'username',
  'nickname',
  'forgotPassword',
  'setPassword',
  'setInitialPassword',
  'register',
  'phoneConfirm',
  'emailConfirm',
] as const;

export type FieldKind = (typeof fieldKinds)[number];
