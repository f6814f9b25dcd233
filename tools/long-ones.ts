const factory = 'methods of one noun over what they share, each of them short';
const simulator = 'the routes of one service of others, each of them short';

/**
 * Files and functions that exceed the length limit, each with its reason. An entry that is no longer too long must
 * leave.
 */
export const longOnes: Readonly<Record<string, string>> = {
  'examples/desktop/account.ts': 'one sign-in: its ways in, its news and its ends share one state',
  'lab/engines/look.ts look': 'runs in the page, where it sees nothing of its module',
  'lab/torture/revocation.ts': 'seven ways to revoke, told apart by a table whose parts explain each other',
  'lab/torture/single-writes.ts createSingleWrites': factory,
  'src/server/capabilities/apps/openid/provider.ts configurationOf': 'the configuration of a library, as one literal',
  'src/server/capabilities/account/upgrade/imports.repository.ts createImportRows': factory,
  'src/server/app/mounts/ssf-mount.ts callsOf': 'the calls of one protocol, each of them short',
  'src/server/app/wire.ts wire': 'the list of all parts of the process, in the order in which they need each other',
  'src/server/capabilities/apps/signals/deliver-signals.ts createSignalDelivery': factory,
  'src/server/core/account/accounts/accounts.repository.ts createAccounts': factory,
  'src/server/core/sign-in/identity-proof/proofs.ts createProofs': factory,
  'src/server/core/account/legacy/legacy-accounts.ts createLegacyAccounts': factory,
  'src/server/core/apps/openid/records.repository.ts createOpenidRecords': factory,
  'src/server/core/apps/signals/signals.repository.ts createSignalRows': factory,
  'src/server/core/sign-in/sessions/sessions.repository.ts createSessionRows': factory,
  'src/server/core/sign-in/codes/codes.repository.ts createCodeRows': factory,
  'src/server/core/sign-in/codes/codes.ts createCodes': factory,
  'src/server/platform/blob/s3-store.ts openS3Store': factory,
  'src/server/platform/limits/rate-limit/rate-limiter.ts createRateLimiter': factory,
  'src/server/testing/server/s3-simulator.ts startS3Simulator': simulator,
  'src/server/testing/costs/stranger-calls.ts worstCalls': 'data: the costliest body of every call',
  'src/server/testing/server/test-app.ts buildTestApp': 'constructs the application of a test, once',
  'src/simulators/qq-simulator.ts createQqSimulator': simulator,
  'src/simulators/wechat-follow-simulator.ts createFollowSimulator': simulator,
  'src/simulators/wechat-simulator.ts createWechatSimulator': simulator,
  'src/simulators/weibo-simulator.ts createWeiboSimulator': simulator,
  'src/web/desk/pages/audit-page.tsx AuditPage': 'one form and its answer: the fields stand in the order of a search',
  'src/web/desk/publications/draft-editor.tsx DraftEditor': 'one form: its marks, its text and what is asked of it share one state',
  'src/web/features/account/registration/registration-form.tsx RegistrationForm':
    'one form: its fields stand in the order in which a person meets them',
  'src/web/features/sign-in/sign-in/sign-in-form.tsx SignInForm': 'one form: its fields stand in the order in which a person meets them',
  'src/web/ui/form/fields/combobox-field.tsx ComboboxField': 'one control: its keys, its list and its input share one state',
  'src/web/widgets/captcha/captcha-dialog.tsx CaptchaDialog': 'one state machine: the ways from one captcha to the next stand together',
  'src/web/widgets/page/leave-warning.tsx useLeaveWarning': 'one watch over all ways to leave a page, which share what was asked',
};
