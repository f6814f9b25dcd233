/**
 * Pages of the account that a client opens by `/account?action=…` (MSC4191). The person decides on the page itself: no
 * action does anything without a click. On phones each leads to its page there.
 */
export const accountActions = {
  'org.matrix.profile': '/privacy-information',
  'org.matrix.devices_list': '/device',
  'org.matrix.device_view': '/device',
  'org.matrix.device_delete': '/device',
  'org.matrix.account_deactivate': '/cancellation',
  'org.matrix.sessions_list': '/device',
  'org.matrix.session_view': '/device',
  'org.matrix.session_end': '/device',
  profile: '/privacy-information',
  security: '/pc-security',
  password: '/pc-security?change=password',
  apps: '/pc-application',
  devices: '/device',
  delete: '/cancellation',
} as const satisfies Readonly<Record<string, string>>;

export type AccountAction = keyof typeof accountActions;

export function isAccountAction(text: string): text is AccountAction {
  return Object.hasOwn(accountActions, text);
}
