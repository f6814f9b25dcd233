import type { Source } from './fair-queue.ts';
import type { RefusedWork } from './fair-line.ts';
import { FairTurns } from './fair-turns.ts';
import type { FieldKey, FieldKeys } from './field-keys.ts';

/** The encrypted fields of one body, and who sent them. */
export interface SealedBody {
  /** The name of the key, as the client says. */
  readonly clientId: string;
  /** The csrf token that came along: a ciphertext is good with this one alone. */
  readonly token: string;
  readonly fields: readonly SealedField[];
  readonly source: Source;
}

export interface SealedField {
  readonly name: string;
  /** base64(RSA-OAEP-SHA-256(utf8)) under the label `<label of the key>:<name>:<token>`. */
  readonly text: string;
}

/** Opens encrypted fields outside the event loop, a few bodies at once, in turns between those who sent them (ADR 35, ADR 40). */
export interface FieldDecryption {
  /**
   * The plain texts in their order, or undefined where one of them does not open, whatever the cause. A text that has not exactly the
   * length of a ciphertext costs nothing; else each field costs one private operation, also under a key that is unknown or has retired.
   * @throws {Refusal} unavailable, when too many wait or it took too long
   */
  open(sealed: SealedBody): Promise<readonly string[] | undefined>;
  /** How many bodies wait just now. */
  waiting(): number;
  /** How many were refused since the start, by reason. */
  refused(): Readonly<Record<RefusedWork, number>>;
  close(): void;
}

/** Half of libuv's four threads: files and names of hosts keep the others. Argon2 has threads of its own. */
const running = 2;
/** Of one to four fields, each a third of a millisecond: all of them together are a sixth of a second of two threads. */
const waiting = 256;

const reasons: Readonly<Record<RefusedWork, string>> = {
  full: 'too many encrypted bodies of one source wait to be decrypted',
  gaveWay: 'an encrypted body gave way to one of a quieter source',
  late: 'an encrypted body waited too long to be decrypted',
};

export function createFieldDecryption(keys: Pick<FieldKeys, 'current' | 'find'>): FieldDecryption {
  const turns = new FairTurns({ running, waiting, reasons });
  return {
    async open({ clientId, token, fields, source }) {
      const named = keys.find(clientId);
      // Whether a key is known is no secret; that no cause is cheaper than another keeps it from ever becoming one.
      const key = named ?? keys.current();
      const blocks = fields.flatMap(({ name, text }) => {
        const block = blockOf(text, key);
        return block === undefined ? [] : [{ block, label: `${key.label}:${name}:${token}` }];
      });
      if (blocks.length < fields.length) return undefined;
      const texts = await turns.run(source, () => openAll(blocks, key));
      return named === undefined ? undefined : texts;
    },
    waiting: () => turns.waiting,
    refused: () => turns.refused,
    close: () => turns.close(),
  };
}

/** The bytes of a text that is base64 of exactly one block, written in the one way that there is. */
function blockOf(text: string, { blockBytes }: FieldKey): Buffer<ArrayBuffer> | undefined {
  if (text.length !== 4 * Math.ceil(blockBytes / 3)) return undefined;
  const block = Buffer.from(text, 'base64');
  return block.length === blockBytes && block.toString('base64') === text ? block : undefined;
}

/** One after the other, so that a body takes one thread; all of them, whatever became of the first. */
async function openAll(
  blocks: readonly { readonly block: Buffer<ArrayBuffer>; readonly label: string }[],
  key: FieldKey,
): Promise<readonly string[] | undefined> {
  const texts: string[] = [];
  for (const { block, label } of blocks) {
    const text = textOf(await key.decrypt(block, label));
    if (text !== undefined) texts.push(text);
  }
  return texts.length === blocks.length ? texts : undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Buffer | undefined): string | undefined {
  try {
    return bytes && utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
