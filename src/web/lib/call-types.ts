import type { Endpoint } from '#contract/endpoint.ts';
import type { allEndpoints } from '#contract/endpoints/all.ts';
import type { BodyOf, CallSchema, DataOf, ParamsOf, QueryOf } from '#contract/schema.ts';
import type { activitySchemas } from '#contract/schemas/activity.ts';
import type { agreementsSchemas } from '#contract/schemas/agreements.ts';
import type { familySchemas } from '#contract/schemas/family.ts';
import type { dataSchemas } from '#contract/schemas/data.ts';
import type { rightsRequestsSchemas } from '#contract/schemas/rights-requests.ts';
import type { accountSchemas } from '#contract/schemas/account.ts';
import type { contactsSchemas } from '#contract/schemas/contacts.ts';
import type { appsSchemas } from '#contract/schemas/apps.ts';
import type { avatarSchemas } from '#contract/schemas/avatar.ts';
import type { socialAccountsSchemas } from '#contract/schemas/social-accounts.ts';
import type { checksSchemas } from '#contract/schemas/checks.ts';
import type { deletionSchemas } from '#contract/schemas/deletion.ts';
import type { codesSchemas } from '#contract/schemas/codes.ts';
import type { desktopSchemas } from '#contract/schemas/desktop.ts';
import type { developerSchemas } from '#contract/schemas/developer.ts';
import type { devicesSchemas } from '#contract/schemas/devices.ts';
import type { openidSchemas } from '#contract/schemas/openid.ts';
import type { passkeysSchemas } from '#contract/schemas/passkeys.ts';
import type { passwordSchemas } from '#contract/schemas/password.ts';
import type { profileSchemas } from '#contract/schemas/profile.ts';
import type { qrSchemas } from '#contract/schemas/qr.ts';
import type { referenceSchemas } from '#contract/schemas/reference.ts';
import type { registrationSchemas } from '#contract/schemas/registration.ts';
import type { secondStepSchemas } from '#contract/schemas/second-step.ts';
import type { sessionSchemas } from '#contract/schemas/session.ts';
import type { settingsSchemas } from '#contract/schemas/settings.ts';
import type { signInSchemas } from '#contract/schemas/sign-in.ts';
import type { claimsSchemas } from '#contract/schemas/claims.ts';
import type { containmentSchemas } from '#contract/schemas/containment.ts';
import type { recoverySchemas } from '#contract/schemas/recovery.ts';
import type { twoStepSchemas } from '#contract/schemas/two-step.ts';
import type { noticesSchemas } from '#contract/schemas/notices.ts';
import type { checkupSchemas } from '#contract/schemas/checkup.ts';
import type { transparencySchemas } from '#contract/schemas/transparency.ts';
import type { upgradeSchemas } from '#contract/schemas/upgrade.ts';
import type { identityProofSchemas } from '#contract/schemas/identity-proof.ts';

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

/** Input of a row's call: body, query and path parameters, as far as its schema has them. */
export type CallInput<Row extends Endpoint> =
  SchemaOf<Row> extends infer Schema extends CallSchema
    ? Given<'body', BodyOf<Schema>> & Given<'query', QueryOf<Schema>> & Given<'params', ParamsOf<Schema>> & CallOptions
    : never;

/** Result of a row's call. */
export type CallData<Row extends Endpoint> = SchemaOf<Row> extends infer Schema extends CallSchema ? DataOf<Schema> : never;
