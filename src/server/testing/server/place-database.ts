/** The places of networks by their first byte: `10` stands for 10.0.0.0/8. */
export type PlacesByFirstByte = Readonly<Record<number, unknown>>;

/** A database in the MMDB format (MaxMind DB 2.0) over IPv4, with records of 24 bits. */
export function placeDatabase(places: PlacesByFirstByte): Buffer {
  const data: Buffer[] = [];
  const nodes: [number | string, number | string][] = [['', '']];
  for (const byte of Object.keys(places)) insert(nodes, Number(byte), byte);
  const offsets = new Map<string, number>();
  let offset = 0;
  for (const [byte, value] of Object.entries(places)) {
    const bytes = encode(value);
    offsets.set(byte, offset);
    offset += bytes.length;
    data.push(bytes);
  }
  const pointer = (record: number | string): number => {
    if (typeof record === 'number') return record;
    const found = offsets.get(record);
    // The number of nodes means: unknown. Data begins 16 bytes after the tree.
    return found === undefined ? nodes.length : nodes.length + 16 + found;
  };
  const tree = nodes.map((records) => {
    const bytes = Buffer.alloc(6);
    records.forEach((record, side) => bytes.writeUIntBE(pointer(record), side * 3, 3));
    return bytes;
  });
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    database_type: 'Test-City',
    description: {},
    ip_version: 4,
    languages: ['en', 'zh-CN'],
    node_count: nodes.length,
    record_size: 24,
  });
  return Buffer.concat([...tree, Buffer.alloc(16), ...data, Buffer.from('abcdef4d61784d696e642e636f6d', 'hex'), metadata]);
}

function insert(nodes: [number | string, number | string][], byte: number, leaf: string): void {
  let index = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    const node = nodes[index];
    if (node === undefined) throw new Error('the tree has a hole');
    const side = (byte >> bit) & 1;
    if (bit === 0) {
      node[side] = leaf;
      return;
    }
    const next = node[side];
    if (typeof next === 'number') index = next;
    else {
      index = nodes.push(['', '']) - 1;
      node[side] = index;
    }
  }
}

/** Data types of the format: 2 text, 6 uint32, 7 map, 11 array. */
function encode(value: unknown): Buffer {
  if (typeof value === 'string') return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(6, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value ?? {});
  return Buffer.concat([control(7, entries.length), ...entries.flatMap(([name, member]) => [encode(name), encode(member)])]);
}

/** Types above 7 use a second byte; so do sizes from 29 on. */
function control(type: number, size: number): Buffer {
  const extended = type > 7 ? [type - 7] : [];
  const [short, more] = size < 29 ? [size, []] : [29, [size - 29]];
  return Buffer.from([((type > 7 ? 0 : type) << 5) | short, ...extended, ...more]);
}
