import type { TObject } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { accountSchemas } from './account.ts';
import { addressesSchemas } from './addresses.ts';
import { avatarSchemas } from './avatar.ts';
import { bindingsSchemas } from './bindings.ts';
import { checksSchemas } from './checks.ts';
import { codesSchemas } from './codes.ts';
import { passwordSchemas } from './password.ts';
import { profileSchemas } from './profile.ts';
import { referenceSchemas } from './reference.ts';
import { registrationSchemas } from './registration.ts';
import { secondStepSchemas } from './second-step.ts';
import { sessionSchemas } from './session.ts';
import { signInSchemas } from './sign-in.ts';
import { upgradeSchemas } from './upgrade.ts';
import { verificationSchemas } from './verification.ts';
import type { Endpoint, Endpoints } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/endpoints/all.ts';
import type { CallSchema } from '#contract/schema.ts';

const groups: readonly (readonly [Endpoints, Readonly<Record<string, CallSchema>>])[] = [
  [allEndpoints.reference, referenceSchemas],
  [allEndpoints.checks, checksSchemas],
  [allEndpoints.codes, codesSchemas],
  [allEndpoints.registration, registrationSchemas],
  [allEndpoints.signIn, signInSchemas],
  [allEndpoints.secondStep, secondStepSchemas],
  [allEndpoints.session, sessionSchemas],
  [allEndpoints.account, accountSchemas],
  [allEndpoints.verification, verificationSchemas],
  [allEndpoints.password, passwordSchemas],
  [allEndpoints.profile, profileSchemas],
  [allEndpoints.avatar, avatarSchemas],
  [allEndpoints.addresses, addressesSchemas],
  [allEndpoints.upgrade, upgradeSchemas],
  [allEndpoints.bindings, bindingsSchemas],
];

const calls = groups.flatMap(([endpoints, schemas]) =>
  Object.entries(schemas).map(([name, schema]): readonly [string, CallSchema, Endpoint | undefined] => [name, schema, endpoints[name]]),
);

describe.each(calls)('the shape of %s', (_name, schema, row) => {
  it('describes the path parameters of its row and no others', () => {
    const inPath = [...(row?.path.matchAll(/:(\w+)/g) ?? [])].map((match) => match[1]);
    expect(Object.keys(schema.params?.properties ?? {})).toEqual(inPath);
  });

  it('has a body exactly where the method has one', () => {
    expect(schema.body !== undefined).toBe(row?.method !== 'GET');
  });

  it('knows every field that its row encrypts', () => {
    expect((row?.encrypted ?? []).filter((field) => !Object.hasOwn(schema.body?.properties ?? {}, field))).toEqual([]);
  });

  it('takes the captcha proof where its row asks for one', () => {
    expect(Object.hasOwn(schema.body?.properties ?? {}, 'validate') || row?.captcha === undefined).toBe(true);
  });

  it('tells whose session it is where its row begins one', () => {
    expect(row?.beginsSession === undefined || JSON.stringify(schema.data).includes('"account":')).toBe(true);
  });

  it('refuses unknown keys of a body', () => {
    const open = (body: TObject) => !Object.hasOwn(body, 'additionalProperties') || Reflect.get(body, 'additionalProperties') !== false;
    expect(schema.body !== undefined && open(schema.body)).toBe(false);
  });
});

describe('bodies', () => {
  it('take texts only as texts', () => {
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

  it('take no scene of an account from a visitor', () => {
    const { body } = codesSchemas.sendSms;
    expect(Value.Check(body, { phone: '13800138000', scene: 'reset' })).toBe(true);
    expect(Value.Check(body, { phone: '13800138000', scene: 'bind' })).toBe(false);
  });
});

describe('page queries', () => {
  it('are taken with whatever else stands in them, but not with a doubled known key', () => {
    const { query } = registrationSchemas.registerByEmail;
    expect(Value.Check(query, { from: 'uos', utm: 'x' })).toBe(true);
    expect(Value.Check(query, { redirect: ['/a', '/b'] })).toBe(false);
  });
});
