/**
 * A device without a keyboard or a usable browser: it shows a code, and the person signs it in from a phone or computer
 * (RFC 8628). `npm run example-device`.
 */
import { hostname, release, type } from 'node:os';
import * as client from 'openid-client';
import { renderUnicodeCompact } from 'uqr';

const { ISSUER = 'http://localhost:3000', CLIENT_ID = 'cedar-demo' } = process.env;

// The discovery document has all other facts about the provider. Plain HTTP is only for this machine.
const options = { execute: ISSUER.startsWith('http:') ? [client.allowInsecureRequests] : [] };
const config = await client.discovery(new URL(ISSUER), CLIENT_ID, {}, client.None(), options).catch(() => {
  console.error(
    `No account center answers at ${ISSUER}. Start it (npm start), or say where it is: ISSUER=http://localhost:3001 npm run example-device`,
  );
  process.exit(1);
});

try {
  // The person compares this description and later sees it in the list of devices.
  const asked = await client.initiateDeviceAuthorization(config, {
    scope: 'openid profile',
    device_name: hostname(),
    device_type: 'pc',
    os: type(),
    os_version: release().split('-')[0] ?? '',
  });

  console.log(`Open ${asked.verification_uri} and enter\n\n    ${asked.user_code}\n`);
  if (asked.verification_uri_complete !== undefined) {
    console.log(renderUnicodeCompact(asked.verification_uri_complete));
    console.log(`\nor scan this code (${asked.verification_uri_complete}).\n`);
  }
  console.log('Waiting for you to allow or refuse …');

  // Polls every few seconds, at the interval that the provider allows.
  const tokens = await client.pollDeviceAuthorizationGrant(config, asked);
  const info = await client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? client.skipSubjectCheck);
  console.log(`Signed in as ${info.nickname ?? info.sub}`);
  // A real device stores `tokens.refresh_token` in private storage and uses `refreshTokenGrant` for the next access
  // token.
} catch (error) {
  if (!(error instanceof client.ResponseBodyError)) throw error;
  console.log(error.error === 'access_denied' ? 'The sign-in was refused.' : `The sign-in did not work: ${error.error}`);
  process.exitCode = 1;
}
