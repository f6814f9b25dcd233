/** Result pages. */
export const results = {
  'rs.reg.b': 'Your {brand} is ready to use.',
  'rs.reset.b': 'Your password is changed.',
  'rs.up.b': 'Your data has been kept. Use the new ID from now on.',
  'rs.scan.b': 'Scan the code with your phone’s camera and sign up there. This page continues when you are done.',
  'rs.home': 'Go to User Center',
  'rs.login': 'Go to sign in',
  'rs.done': 'Done',
  'rs.ok.phone': 'Phone number changed',
  'rs.ok.email': 'Email address changed',
  'rs.ok.pw': 'Password changed. All other devices have been signed out.',
} as const;
