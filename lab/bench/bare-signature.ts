// A yardstick of tokens: milliseconds of processor time for one RS256 signature with a key of the product's size, with
// nothing else running.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const rounds = 300;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const text = Buffer.from(randomBytes(450).toString('base64url'));
for (let n = 0; n < 20; n += 1) sign('sha256', text, privateKey);
const before = process.cpuUsage();
for (let n = 0; n < rounds; n += 1) sign('sha256', text, privateKey);
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000 / rounds);
