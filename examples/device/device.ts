/**
 * A device without a keyboard or browser worth the name: it shows a code, and the person signs it in from a phone or computer (RFC 8628).
 * `node examples/device/device.ts`.
 */
import { hostname, release, type } from 'node:os';
import * as client from 'openid-client';
import { renderUnicodeCompact } from 'uqr';

const { ISSUER = 'http://127.0.0.1:3000', CLIENT_ID = 'cedar-demo' } = process.env;

// Everything else about the provider stands in its discovery document. Plain HTTP is for this machine alone.
const config = await client.discovery(new URL(ISSUER), CLIENT_ID, {}, client.None(), {
  execute: ISSUER.startsWith('http:') ? [client.allowInsecureRequests] : [],
});

// What the device says about itself is what people compare, and see in their list of devices.
const asked = await client.initiateDeviceAuthorization(config, {
  scope: 'openid profile',
  device_name: hostname(),
  device_type: 'pc',
  os: type(),
  os_version: release(),
});

console.log(`Open ${asked.verification_uri} and enter\n\n    ${asked.user_code}\n`);
if (asked.verification_uri_complete !== undefined) {
  console.log(renderUnicodeCompact(asked.verification_uri_complete));
  console.log(`\nor scan this code (${asked.verification_uri_complete}).\n`);
}

try {
  // Asks every few seconds, as often as the provider lets it.
  const tokens = await client.pollDeviceAuthorizationGrant(config, asked);
  const info = await client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? client.skipSubjectCheck);
  console.log(`Signed in as ${info.nickname ?? info.sub}`);
  // A real device keeps `tokens.refresh_token` where nobody else can read it, and asks by `refreshTokenGrant` for the next access token.
} catch (error) {
  if (!(error instanceof client.ResponseBodyError)) throw error;
  console.log(error.error === 'access_denied' ? 'The sign-in was refused.' : `The sign-in did not work: ${error.error}`);
  process.exitCode = 1;
}
