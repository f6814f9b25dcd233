import { describe, expect, it } from 'vitest';
import { allEndpoints } from './all.ts';
import { encryptedFields, type Endpoint } from '#contract/endpoint.ts';
import { deskCatalogue } from '#contract/operations/desk/errors.ts';
import { catalogue, type CatalogueEntry } from '#contract/errors.ts';
import { rates } from '#contract/limits.ts';

const refusals: Readonly<Record<string, CatalogueEntry>> = { ...catalogue, ...deskCatalogue };

/** Calls that clients know from documents, as concrete calls: all alternatives, with example identifiers. */
const callsOfTheSpec = `
GET /account/metainfo
GET /account/qrcodeconfig
POST /update/showqrcode
POST /account/added/keep
GET /account/location
POST /captcha/sms/send/register
POST /captcha/sms/send/login
POST /captcha/email/send/register
POST /captcha/email/send/login
POST /captcha/account/email/send/register
POST /captcha/account/email/send/login
POST /captcha/account/sms/send/register
POST /captcha/account/sms/send/login
POST /register/phone
POST /register/email
GET /agreement/private/latest
GET /agreement/server/latest
POST /update/phone
POST /update/email
POST /update/username
POST /update/nickname
POST /update/region
POST /update/lang
POST /update/activate
POST /password/reset/reset_password/phone
POST /password/reset/reset_password/email
POST /password/update
POST /password/valid
POST /password/set
POST /password/byphone
POST /password/byemail
POST /password/remove
POST /register/search
POST /register/binddeepin
POST /register/undobinddeepin
POST /profileimage/begin
POST /profileimage/finish
POST /userinfo
GET /key
GET /config.json
GET /region
POST /delete/check
POST /delete/phone
POST /delete/email
POST /delete/password
POST /delete/totp
POST /delete/recovery
POST /delete
POST /receipt
POST /delete/valid_phone
POST /delete/valid_email
GET /oauthclient/list
GET /oauthclient/com.example.notes
POST /oauthclient/cancel
GET /platform
GET /platform/bind
POST /platform/bind
GET /platform/unbind
POST /platform/unbind
GET /oauth2/loginRegion
GET /oauth2/platform/bind_info
GET /oauth2/platform/login/url
POST /oauth2/platform/regist_phone
POST /oauth2/platform/user/login
POST /oauth2/platform/user/bind
GET /device/list
DELETE /device/unBind
POST /register/registerclient
PUT /account/unregister
POST /account/auth
POST /account/ticket
POST /check/username
POST /check/nickname
POST /check/email
POST /check/phone
GET /navigation
GET /captcha/challenge
POST /login/password
POST /login/code
POST /login/second
POST /logout
GET /openid/app/com.example.notes
GET /openid/interaction/abc
POST /openid/interaction/abc/allow
POST /openid/interaction/abc/deny
POST /openid/interaction/abc/switch
POST /openid/device/find
POST /openid/device/allow
POST /openid/device/deny
POST /device/unBindOthers
POST /delete/totp
POST /delete/recovery
POST /password/remove
GET /account/activity
GET /account/data
GET /account/exports
POST /account/exports
POST /account/exports/cancel
POST /account/exports/open
GET /account/requests
GET /account/requests/someid
POST /account/requests
POST /account/requests/reply
POST /account/requests/withdraw
GET /two-step
POST /two-step/enable
POST /two-step/disable
POST /two-step/update
POST /two-step/browsers/end
POST /totp/begin
POST /totp/finish
POST /totp/remove
POST /recovery-codes/make
POST /recovery/prove
POST /recovery/finish
POST /freeze
POST /account/freeze
POST /recovery/claim
POST /claim/status
POST /claim/stop
POST /claim/wait
POST /notice/read
POST /notice/answer
GET /ways
POST /passkey/begin
POST /qr/begin
POST /qr/state
POST /qr/finish
POST /qr/cancel
POST /qr/open
POST /qr/asking
POST /qr/decide
POST /login/passkey
POST /passkey/register/begin
POST /passkey/register/finish
GET /passkey/list
POST /passkey/rename
POST /passkey/remove
POST /delete/passkey
GET /two-step
POST /totp/begin
POST /totp/finish
POST /totp/remove
POST /recovery-codes/make
POST /two-step/enable
POST /two-step/disable
POST /two-step/update
POST /two-step/browsers/end
GET /account/activity
GET /account/messages
POST /account/messages/check
GET /account/access
GET /account/checkup
POST /account/checkup/later
GET /terms
POST /terms/accept
POST /terms/later
GET /account/agreements
GET /account/agreements/history
GET /account/choices
POST /account/choices
GET /developer
POST /developer/begin
POST /developer/apps
GET /developer/apps/app-1
PUT /developer/apps/app-1
DELETE /developer/apps/app-1
DELETE /developer/apps/app-1/pending
POST /developer/apps/app-1/logo/begin
POST /developer/apps/app-1/logo/finish
POST /developer/check/address
POST /developer/apps/app-1/secrets
POST /developer/apps/app-1/secrets/s1/confirm
DELETE /developer/apps/app-1/secrets/s1
PUT /developer/apps/app-1/keys
POST /developer/apps/app-1/domain
POST /developer/apps/app-1/review
POST /developer/apps/app-1/withdraw
POST /developer/apps/app-1/testers
DELETE /developer/apps/app-1/testers/t1
GET /developer/apps/app-1/streams
POST /developer/apps/app-1/streams
PUT /developer/apps/app-1/streams/s1
DELETE /developer/apps/app-1/streams/s1
GET /developer/apps/app-1/streams/s1/deliveries
POST /developer/apps/app-1/streams/s1/test
GET /developer/invitations
POST /developer/invitations/t1
POST /developer/apps/app-1/try
GET /developer/apps/app-1/try/r1
POST /developer/try
POST /developer/apps/app-1/try/r1/refresh
POST /developer/apps/app-1/try/r1/revoke
POST /developer/apps/app-1/try/r1/clean
GET /developer/apps/app-1/usage
GET /developer/apps/app-1/failures
POST /developer/apps/app-1/transfer
DELETE /developer/apps/app-1/transfer
POST /developer/transfers/t1/accept
POST /developer/transfers/t1/refuse
POST /developer/apps/app-1/restore
GET /desktop/client
POST /desktop/code
GET /desktop/state
GET /desktop/programs
DELETE /desktop/programs
GET /settings
GET /settings/dock
PUT /settings/dock
DELETE /settings/dock
PUT /settings/switches
GET /account/settings
PUT /account/settings
PUT /account/settings/switches
DELETE /account/settings
POST /account/settings/erase
POST /register/age
POST /terms/age
POST /terms/age/later
GET /account/guardian
POST /guardian/invite
POST /guardian/open
POST /guardian/consent
POST /guardian/refuse
GET /guardian/children
GET /guardian/children/AAAAAAAAAAAAAAAAAAAAAA
POST /guardian/children/withdraw
POST /guardian/children/agree
POST /guardian/children/export
POST /account/grown
POST /terms/age
POST /terms/age/later
GET /account/notices
POST /account/notices
GET /desktop/end
POST /recovery/desk
`
  .trim()
  .split('\n');

const rows: readonly (readonly [string, Endpoint])[] = Object.entries(allEndpoints).flatMap(([group, endpoints]) =>
  Object.entries<Endpoint>(endpoints).map(([name, row]) => [`${group}.${name}`, row] as const),
);

function answers(row: Endpoint, call: string): boolean {
  const pattern = row.path.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+');
  return new RegExp(`^${row.method} ${pattern}$`).test(call);
}

describe('the endpoint table', () => {
  it.each(callsOfTheSpec)('has a row for %s', (call) => {
    expect(rows.filter(([, row]) => answers(row, call)).length).toBeGreaterThan(0);
  });

  it('has one row per method and path', () => {
    const calls = rows.map(([, row]) => `${row.method} ${row.path}`);
    expect(new Set(calls).size).toBe(calls.length);
  });

  it('has unique names of calls', () => {
    const names = Object.values(allEndpoints).flatMap((endpoints) => Object.keys(endpoints));
    expect(new Set(names).size).toBe(names.length);
  });

  describe.each(rows)('%s', (_name, row) => {
    it('declares every refusal once, and none of the protocol', () => {
      expect(new Set(row.errors).size).toBe(row.errors.length);
      // Conditions belong to few calls.
      const ofCalls = ['preconditionFailed', 'preconditionRequired'];
      const ofProtocol = row.errors.filter((name) => refusals[name]?.status !== 200 || name === 'overtime');
      expect(ofProtocol.filter((name) => !ofCalls.includes(name))).toEqual([]);
    });

    it('encrypts only known fields, and only in writing calls', () => {
      const fields = row.encrypted ?? [];
      expect(fields.filter((field) => !encryptedFields.includes(field))).toEqual([]);
      expect(row.method === 'GET' ? fields : []).toEqual([]);
    });

    it('starts, renews or ends a session, or leaves it alone', () => {
      const says = [row.beginsSession, row.renewsSession, row.endsSession].filter((each) => each === true);
      // A request for deletion ends the session, a withdrawal begins one: one call of the contract does both.
      expect(says.length).toBeLessThanOrEqual(row.path === '/account/unregister' ? 2 : 1);
      expect(says.length === 0 || row.method !== 'GET').toBe(true);
    });

    it('declares the refusal of its captcha', () => {
      expect(row.captcha === undefined || row.errors.includes('captchaFailed')).toBe(true);
    });

    it('counts a party that its access identifies', () => {
      const rate = rates[row.rate];
      expect(row.access === 'visitor' ? 'perNetwork' in rate : Object.keys(rate).some((key) => key.startsWith('per'))).toBe(true);
    });
  });
});
