import { Type, type TObject } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { accountSchemas } from './account/account/account.schemas.ts';
import { contactsSchemas } from './account/contacts/contacts.schemas.ts';
import { appsSchemas } from './apps/apps/apps.schemas.ts';
import { avatarSchemas } from './account/avatar/avatar.schemas.ts';
import { socialAccountsSchemas } from './account/social-accounts/social-accounts.schemas.ts';
import { checksSchemas } from './account/checks/checks.schemas.ts';
import { codesSchemas } from './sign-in/codes/codes.schemas.ts';
import { deletionSchemas } from './account/deletion/deletion.schemas.ts';
import { developerSchemas } from './apps/developer/developer.schemas.ts';
import { devicesSchemas } from './protection/devices/devices.schemas.ts';
import { activitySchemas } from './protection/activity/activity.schemas.ts';
import { dataSchemas } from './rights/exports/exports.schemas.ts';
import { rightsRequestsSchemas } from './rights/requests/requests.schemas.ts';
import { agreementsSchemas } from './account/agreements/agreements.schemas.ts';
import { openidSchemas } from './apps/openid/openid.schemas.ts';
import { passkeysSchemas } from './sign-in/passkeys/passkeys.schemas.ts';
import { passwordSchemas } from './sign-in/password/password.schemas.ts';
import { profileSchemas } from './account/profile/profile.schemas.ts';
import { qrSchemas } from './sign-in/qr/qr.schemas.ts';
import { referenceSchemas } from './account/reference/reference.schemas.ts';
import { registrationSchemas } from './account/registration/registration.schemas.ts';
import { secondStepSchemas } from './sign-in/two-step/second-step.schemas.ts';
import { sessionSchemas } from './sign-in/sign-in/session.schemas.ts';
import { closed, text, wireBodyOf } from './shapes.schemas.ts';
import { settingsSchemas } from './apps/settings/settings.schemas.ts';
import { signInSchemas } from './sign-in/sign-in/sign-in.schemas.ts';
import { familySchemas } from './rights/family/family.schemas.ts';
import { ticketSchemas } from './apps/ticket/ticket.schemas.ts';
import { twoStepSchemas } from './sign-in/two-step/two-step.schemas.ts';
import { noticesSchemas } from './protection/notices/notices.schemas.ts';
import { checkupSchemas } from './protection/checkup/checkup.schemas.ts';
import { transparencySchemas } from './rights/transparency/transparency.schemas.ts';
import { upgradeSchemas } from './account/upgrade/upgrade.schemas.ts';
import { claimsSchemas } from './protection/claims/claims.schemas.ts';
import { desktopSchemas } from './apps/desktop/desktop.schemas.ts';
import { containmentSchemas } from './protection/freeze/freeze.schemas.ts';
import { recoverySchemas } from './sign-in/recovery/recovery.schemas.ts';
import { waysSchemas } from './sign-in/ways/ways.schemas.ts';
import { identityProofSchemas } from './sign-in/identity-proof/identity-proof.schemas.ts';
import { encryptedFields, type Endpoint, type Endpoints } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/all.ts';
import type { CallSchema, SchemasFor } from '#contract/schema.ts';

/** Every group: a missing one does not compile. */
const groups: { readonly [Group in keyof typeof allEndpoints]: Readonly<Record<keyof (typeof allEndpoints)[Group], CallSchema>> } = {
  account: accountSchemas,
  desktop: desktopSchemas,
  contacts: contactsSchemas,
  apps: appsSchemas,
  avatar: avatarSchemas,
  socialAccounts: socialAccountsSchemas,
  checks: checksSchemas,
  codes: codesSchemas,
  deletion: deletionSchemas,
  devices: devicesSchemas,
  developer: developerSchemas,
  activity: activitySchemas,
  notices: noticesSchemas,
  settings: settingsSchemas,
  data: dataSchemas,
  rightsRequests: rightsRequestsSchemas,
  agreements: agreementsSchemas,
  family: familySchemas,
  transparency: transparencySchemas,
  checkup: checkupSchemas,
  openid: openidSchemas,
  passkeys: passkeysSchemas,
  qr: qrSchemas,
  password: passwordSchemas,
  profile: profileSchemas,
  reference: referenceSchemas,
  registration: registrationSchemas,
  secondStep: secondStepSchemas,
  session: sessionSchemas,
  signIn: signInSchemas,
  ticket: ticketSchemas,
  twoStep: twoStepSchemas,
  upgrade: upgradeSchemas,
  identityProof: identityProofSchemas,
  ways: waysSchemas,
  recovery: recoverySchemas,
  claims: claimsSchemas,
  containment: containmentSchemas,
};

const calls = Object.entries<Endpoints>(allEndpoints).flatMap(([group, endpoints]) =>
  Object.entries(groups).flatMap(([name, schemas]) =>
    name === group
      ? Object.entries<CallSchema>(schemas).map(([call, schema]): readonly [string, CallSchema, Endpoint | undefined] => [
          call,
          schema,
          endpoints[call],
        ])
      : [],
  ),
);

describe.each(calls)('the shape of %s', (_name, schema, row) => {
  it('describes exactly the path parameters of its row', () => {
    const inPath = [...(row?.path.matchAll(/:(\w+)/g) ?? [])].map((match) => match[1]);
    expect(Object.keys(schema.params?.properties ?? {})).toEqual(inPath);
  });

  it('has a body exactly when the method has one', () => {
    expect(schema.body !== undefined).toBe(row?.method !== 'GET');
  });

  it('has the encrypted fields of its row as texts at its top, and no other encrypted field', () => {
    const properties = Object.entries(schema.body?.properties ?? {});
    // A switch of such a name allows a kind of message: it holds nothing to encrypt.
    const texts = properties.filter(([, shape]) => Reflect.get(shape, 'type') !== 'boolean');
    const secret = texts.filter(([name]) => encryptedFields.some((field) => field === name));
    expect(secret.map(([name]) => name).toSorted()).toEqual([...(row?.encrypted ?? [])].toSorted());
    expect(secret.filter(([, shape]) => Reflect.get(shape, 'type') !== 'string')).toEqual([]);
  });

  it('has no such field below its top, because it would not be decrypted', () => {
    const below = Object.entries(schema.body?.properties ?? {}).flatMap(([name, shape]) => namesIn(shape).map((each) => `${name}.${each}`));
    const secret = below.filter((path) => encryptedFields.some((field) => path.endsWith(`.${field}`)));
    // The choices of a merge name the side of each item, never its value.
    expect(secret.filter((path) => !(path.startsWith('choices.') && row?.path === '/register/binddeepin'))).toEqual([]);
  });

  it('accepts the captcha proof when its row requires one', () => {
    expect(Object.hasOwn(schema.body?.properties ?? {}, 'validate') || row?.captcha === undefined).toBe(true);
  });

  it('names the account of the session when its row starts one', () => {
    expect(row?.beginsSession === undefined || JSON.stringify(schema.data).includes('"account":')).toBe(true);
  });

  it('refuses unknown keys of a body', () => {
    const open = (body: TObject) => !Object.hasOwn(body, 'additionalProperties') || Reflect.get(body, 'additionalProperties') !== false;
    expect(schema.body !== undefined && open(schema.body)).toBe(false);
  });
});

/** Names of all properties in a schema, at any depth. */
function namesIn(shape: unknown): readonly string[] {
  if (typeof shape !== 'object' || shape === null) return [];
  const { properties = {}, ...rest } = shape as { readonly properties?: object };
  return [...Object.keys(properties), ...[...Object.values(properties), ...Object.values(rest)].flatMap(namesIn)];
}

describe('an encrypted field', () => {
  const row = {
    enter: { method: 'POST', path: '/x', summary: 'X.', access: 'visitor', errors: [], encrypted: ['code'], rate: 'action' },
  } as const;
  const data = closed({});

  it('is a text at the top of its body, or its row does not compile', () => {
    const right = { enter: { body: closed({ code: Type.Optional(text) }), data } } satisfies SchemasFor<typeof row>;
    // @ts-expect-error -- the field is missing
    const missing = { enter: { body: closed({}), data } } satisfies SchemasFor<typeof row>;
    // @ts-expect-error -- the field is nested
    const nested = { enter: { body: closed({ proof: closed({ code: text }) }), data } } satisfies SchemasFor<typeof row>;
    // @ts-expect-error -- the field is not a text
    const number = { enter: { body: closed({ code: Type.Integer() }), data } } satisfies SchemasFor<typeof row>;
    // @ts-expect-error -- there is no body
    const without = { enter: { data } } satisfies SchemasFor<typeof row>;
    expect([right, missing, nested, number, without]).toHaveLength(5);
  });

  it('travels as base64 of one block of 2048 or 3072 bits, in its only spelling; the rest of the body is unchanged', () => {
    const body = wireBodyOf(closed({ code: text, email: Type.Optional(text), validate: text }), ['code', 'email']);
    const sent = (bytes: number) => Buffer.alloc(bytes, 0xfb).toString('base64');
    const isTaken = (given: object) => Value.Check(body, given);
    expect(isTaken({ code: sent(256), validate: 'x' })).toBe(true);
    expect(isTaken({ code: sent(384), email: sent(256), validate: 'x' })).toBe(true);
    expect(isTaken({ code: sent(256) })).toBe(false);
    expect(isTaken({ code: sent(256), validate: 'x', phone: sent(256) })).toBe(false);
    const url = sent(256).replaceAll('+', '-').replaceAll('/', '_');
    for (const code of [
      '',
      '123456',
      sent(255),
      sent(257),
      sent(258),
      sent(512),
      url,
      ` ${sent(256)}`,
      `${sent(256)}\n`,
      sent(256).replace(/.==$/, 'B=='),
    ]) {
      expect([code, isTaken({ code, validate: 'x' })]).toEqual([code, false]);
    }
  });
});

describe('bodies', () => {
  it('accept texts only as texts', () => {
    const { body } = signInSchemas.signInByPassword;
    expect(Value.Check(body, { account: '13800138000', password: 'secret123' })).toBe(true);
    expect(Value.Check(body, { account: 13800138000, password: 'secret123' })).toBe(false);
    expect(Value.Check(body, { account: ['a', 'b'], password: 'secret123' })).toBe(false);
    expect(Value.Check(body, { account: '13800138000', password: 'secret123', admin: true })).toBe(false);
    expect(Value.Check(body, { account: 'x'.repeat(4097), password: 'secret123' })).toBe(false);
  });

  it('name agreements by type and version', () => {
    const { body } = registrationSchemas.registerByPhone;
    const person = { phone: '13800138000', code: '123456', password: 'secret123', region: 'CN' };
    expect(Value.Check(body, { ...person, agreements: [{ type: 'serverAgreement', version: '1' }] })).toBe(true);
    expect(Value.Check(body, { ...person, agreements: [{ type: 'other', version: '1' }] })).toBe(false);
    expect(Value.Check(body, { ...person, region: 'US' })).toBe(false);
  });

  it('accept no scene of an account from a visitor', () => {
    const { body } = codesSchemas.sendSms;
    expect(Value.Check(body, { phone: '13800138000', scene: 'reset' })).toBe(true);
    expect(Value.Check(body, { phone: '13800138000', scene: 'bind' })).toBe(false);
  });
});

describe('page queries', () => {
  it('accept unknown keys, but no repeated known key', () => {
    const { query } = registrationSchemas.registerByEmail;
    expect(Value.Check(query, { from: 'uos', utm: 'x' })).toBe(true);
    expect(Value.Check(query, { redirect: ['/a', '/b'] })).toBe(false);
  });
});
