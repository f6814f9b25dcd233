import { hash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** A person with an account at every simulated platform. */
export interface SimulatedPerson {
  readonly id: string;
  readonly name: string;
  readonly color: readonly [number, number, number];
}

export const simulatedPeople: readonly SimulatedPerson[] = [
  { id: '1', name: '林小北', color: [38, 120, 90] },
  { id: '2', name: 'Ada Byron', color: [90, 60, 150] },
  { id: '3', name: '海边的卡夫卡', color: [20, 110, 180] },
  { id: '4', name: '<b>“Quote”</b>', color: [180, 80, 40] },
  { id: '5', name: '', color: [120, 120, 120] },
];

/** Creates any person beyond the listed five on demand, because tests want their own people. */
export function personOf(id: string): SimulatedPerson {
  return simulatedPeople.find((person) => person.id === id) ?? { id, name: `山雀_${id}`, color: [70, 70, 70] };
}

/** Id of the person in one app: different in each app. */
export function openIdOf(person: string, app: string): string {
  return `o${hash('sha256', `${app}:${person}`, 'base64url').slice(0, 27)}`;
}

/** The same id in all apps of one owner. */
export function unionIdOf(person: string): string {
  return `UID_${hash('sha256', `union:${person}`, 'hex').slice(0, 32)}`;
}

export function weiboIdOf(person: string): string {
  return String(1_000_000_000 + (Number.parseInt(hash('sha256', `weibo:${person}`, 'hex').slice(0, 8), 16) % 8_000_000_000));
}

/** A PNG of one color, 64 pixels wide. */
export function portrait([red, green, blue]: SimulatedPerson['color']): Buffer {
  const edge = 64;
  const row = Buffer.concat([Buffer.from([0]), Buffer.concat(Array.from({ length: edge }, () => Buffer.from([red, green, blue])))]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: edge }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
