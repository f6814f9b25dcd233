// The yardstick of sign-ins: milliseconds of processor time for one argon2id hash with the product's cost, with nothing
// else running.
import { hashSync } from '@node-rs/argon2';

const rounds = 60;
const hash = (): string => hashSync('a password', { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 });
for (let n = 0; n < 5; n += 1) hash();
const before = process.cpuUsage();
for (let n = 0; n < rounds; n += 1) hash();
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000 / rounds);
