import type { Endpoint } from '#contract/endpoint.ts';
import type { allEndpoints } from '#contract/all.ts';
import type { BodyOf, CallSchema, DataOf, ParamsOf, QueryOf } from '#contract/schema.ts';
import type { activitySchemas } from '#contract/protection/activity/activity.schemas.ts';
import type { agreementsSchemas } from '#contract/account/agreements/agreements.schemas.ts';
import type { familySchemas } from '#contract/rights/family/family.schemas.ts';
import type { dataSchemas } from '#contract/rights/exports/exports.schemas.ts';
import type { rightsRequestsSchemas } from '#contract/rights/requests/requests.schemas.ts';
import type { accountSchemas } from '#contract/account/account/account.schemas.ts';
import type { contactsSchemas } from '#contract/account/contacts/contacts.schemas.ts';
import type { appsSchemas } from '#contract/apps/apps/apps.schemas.ts';
import type { avatarSchemas } from '#contract/account/avatar/avatar.schemas.ts';
import type { socialAccountsSchemas } from '#contract/account/social-accounts/social-accounts.schemas.ts';
import type { checksSchemas } from '#contract/account/checks/checks.schemas.ts';
import type { deletionSchemas } from '#contract/account/deletion/deletion.schemas.ts';
import type { codesSchemas } from '#contract/sign-in/codes/codes.schemas.ts';
import type { desktopSchemas } from '#contract/apps/desktop/desktop.schemas.ts';
import type { developerSchemas } from '#contract/apps/developer/developer.schemas.ts';
import type { devicesSchemas } from '#contract/protection/devices/devices.schemas.ts';
import type { openidSchemas } from '#contract/apps/openid/openid.schemas.ts';
import type { passkeysSchemas } from '#contract/sign-in/passkeys/passkeys.schemas.ts';
import type { passwordSchemas } from '#contract/sign-in/password/password.schemas.ts';
import type { profileSchemas } from '#contract/account/profile/profile.schemas.ts';
import type { qrSchemas } from '#contract/sign-in/qr/qr.schemas.ts';
import type { referenceSchemas } from '#contract/account/reference/reference.schemas.ts';
import type { registrationSchemas } from '#contract/account/registration/registration.schemas.ts';
import type { secondStepSchemas } from '#contract/sign-in/two-step/second-step.schemas.ts';
import type { sessionSchemas } from '#contract/sign-in/sign-in/session.schemas.ts';
import type { settingsSchemas } from '#contract/apps/settings/settings.schemas.ts';
import type { signInSchemas } from '#contract/sign-in/sign-in/sign-in.schemas.ts';
import type { claimsSchemas } from '#contract/protection/claims/claims.schemas.ts';
import type { containmentSchemas } from '#contract/protection/freeze/freeze.schemas.ts';
import type { recoverySchemas } from '#contract/sign-in/recovery/recovery.schemas.ts';
import type { twoStepSchemas } from '#contract/sign-in/two-step/two-step.schemas.ts';
import type { noticesSchemas } from '#contract/protection/notices/notices.schemas.ts';
import type { checkupSchemas } from '#contract/protection/checkup/checkup.schemas.ts';
import type { transparencySchemas } from '#contract/rights/transparency/transparency.schemas.ts';
import type { upgradeSchemas } from '#contract/account/upgrade/upgrade.schemas.ts';
import type { identityProofSchemas } from '#contract/sign-in/identity-proof/identity-proof.schemas.ts';

/** The groups with fixed schemas, under the names of `allEndpoints`. */
interface SchemaGroups {
  readonly reference: typeof referenceSchemas;
  readonly checks: typeof checksSchemas;
  readonly codes: typeof codesSchemas;
  readonly registration: typeof registrationSchemas;
  readonly signIn: typeof signInSchemas;
  readonly secondStep: typeof secondStepSchemas;
  readonly twoStep: typeof twoStepSchemas;
  readonly recovery: typeof recoverySchemas;
  readonly claims: typeof claimsSchemas;
  readonly containment: typeof containmentSchemas;
  readonly session: typeof sessionSchemas;
  readonly account: typeof accountSchemas;
  readonly identityProof: typeof identityProofSchemas;
  readonly passkeys: typeof passkeysSchemas;
  readonly qr: typeof qrSchemas;
  readonly password: typeof passwordSchemas;
  readonly profile: typeof profileSchemas;
  readonly contacts: typeof contactsSchemas;
  readonly avatar: typeof avatarSchemas;
  readonly socialAccounts: typeof socialAccountsSchemas;
  readonly deletion: typeof deletionSchemas;
  readonly openid: typeof openidSchemas;
  readonly apps: typeof appsSchemas;
  readonly developer: typeof developerSchemas;
  readonly devices: typeof devicesSchemas;
  readonly activity: typeof activitySchemas;
  readonly agreements: typeof agreementsSchemas;
  readonly family: typeof familySchemas;
  readonly rightsRequests: typeof rightsRequestsSchemas;
  readonly transparency: typeof transparencySchemas;
  readonly checkup: typeof checkupSchemas;
  readonly notices: typeof noticesSchemas;
  readonly settings: typeof settingsSchemas;
  readonly desktop: typeof desktopSchemas;
  readonly data: typeof dataSchemas;
  readonly upgrade: typeof upgradeSchemas;
}

type Groups = typeof allEndpoints;

/** The schema with the same group and name as the row: rows are distinguished by method and path. */
type SchemaOf<Row extends Endpoint> = {
  [Group in keyof SchemaGroups]: {
    [Name in keyof SchemaGroups[Group] & keyof Groups[Group]]: Groups[Group][Name] extends Pick<Row, 'method' | 'path'>
      ? SchemaGroups[Group][Name]
      : never;
  }[keyof SchemaGroups[Group] & keyof Groups[Group]];
}[keyof SchemaGroups];

type Given<Key extends string, Value> = [Value] extends [undefined]
  ? { readonly [K in Key]?: undefined }
  : Record<never, never> extends Value
    ? { readonly [K in Key]?: Value }
    : { readonly [K in Key]: Value };

interface CallOptions {
  readonly signal?: AbortSignal;
  /** The page ticket of the account deletion page, for the calls that accept one instead of a session. */
  readonly xToken?: string;
}

/** Input of a row's call: body, query and path parameters, where its schema has them. */
export type CallInput<Row extends Endpoint> =
  SchemaOf<Row> extends infer Schema extends CallSchema
    ? Given<'body', BodyOf<Schema>> & Given<'query', QueryOf<Schema>> & Given<'params', ParamsOf<Schema>> & CallOptions
    : never;

/** Result of a row's call. */
export type CallData<Row extends Endpoint> = SchemaOf<Row> extends infer Schema extends CallSchema ? DataOf<Schema> : never;
