import { Type, type TObject } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { accountSchemas } from './account.ts';
import { contactsSchemas } from './contacts.ts';
import { appsSchemas } from './apps.ts';
import { avatarSchemas } from './avatar.ts';
import { socialAccountsSchemas } from './social-accounts.ts';
import { checksSchemas } from './checks.ts';
import { codesSchemas } from './codes.ts';
import { deletionSchemas } from './deletion.ts';
import { developerSchemas } from './developer.ts';
import { devicesSchemas } from './devices.ts';
import { activitySchemas } from './activity.ts';
import { dataSchemas } from './data.ts';
import { rightsRequestsSchemas } from './rights-requests.ts';
import { agreementsSchemas } from './agreements.ts';
import { openidSchemas } from './openid.ts';
import { passkeysSchemas } from './passkeys.ts';
import { passwordSchemas } from './password.ts';
import { profileSchemas } from './profile.ts';
import { qrSchemas } from './qr.ts';
import { referenceSchemas } from './reference.ts';
import { registrationSchemas } from './registration.ts';
import { secondStepSchemas } from './second-step.ts';
import { sessionSchemas } from './session.ts';
import { closed, text, wireBodyOf } from './shapes.ts';
import { settingsSchemas } from './settings.ts';
import { signInSchemas } from './sign-in.ts';
import { familySchemas } from './family.ts';
import { ticketSchemas } from './ticket.ts';
import { twoStepSchemas } from './two-step.ts';
import { noticesSchemas } from './notices.ts';
import { checkupSchemas } from './checkup.ts';
import { transparencySchemas } from './transparency.ts';
import { upgradeSchemas } from './upgrade.ts';
import { claimsSchemas } from './claims.ts';
import { desktopSchemas } from './desktop.ts';
import { containmentSchemas } from './containment.ts';
import { recoverySchemas } from './recovery.ts';
import { waysSchemas } from './ways.ts';
import { identityProofSchemas } from './identity-proof.ts';
import { encryptedFields, type Endpoint, type Endpoints } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/endpoints/all.ts';
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
