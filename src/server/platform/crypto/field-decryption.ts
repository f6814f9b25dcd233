import type { Source } from './fair-queue.ts';
import type { RefusedWork } from './fair-line.ts';
import { FairTurns } from './fair-turns.ts';
import type { FieldKey, FieldKeys } from './field-keys.ts';

/** The encrypted fields of one body, and their sender. */
export interface SealedBody {
  /** The name of the key, as sent by the client. */
  readonly clientId: string;
  /** The CSRF token of the request: a ciphertext is valid only with this one. */
  readonly token: string;
  readonly fields: readonly SealedField[];
  readonly source: Source;
}

export interface SealedField {
  readonly name: string;
  /** base64(RSA-OAEP-SHA-256(utf8)) under the label `<label of the key>:<name>:<token>`. */
  readonly text: string;
}

/**
 * Opens encrypted fields outside the event loop, a few bodies at once, with fair turns among senders (ADR 42 and 40).
 */
export interface FieldDecryption {
  /**
   * The plain texts in order, or undefined if one does not open for any cause. A text of a wrong ciphertext length
   * costs nothing; otherwise each field costs one private operation, even under an unknown or retired key.
   * @throws {Refusal} unavailable, when too many wait or it took too long
   */
  open(sealed: SealedBody): Promise<readonly string[] | undefined>;
  /** The number of waiting bodies. */
  waiting(): number;
  /** Refusals since the start, by reason. */
  refused(): Readonly<Record<RefusedWork, number>>;
  close(): void;
}

/** Half of libuv's four threads: files and host names keep the others. Argon2 has separate threads. */
const running = 2;
/** Bodies of one to four fields at a third of a millisecond: together a sixth of a second of two threads. */
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
      // Whether a key is known is no secret; equal costs for all causes keep it from becoming one.
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

/** The bytes of a text that is canonical base64 of exactly one block. */
function blockOf(text: string, { blockBytes }: FieldKey): Buffer<ArrayBuffer> | undefined {
  if (text.length !== 4 * Math.ceil(blockBytes / 3)) return undefined;
  const block = Buffer.from(text, 'base64');
  return block.length === blockBytes && block.toString('base64') === text ? block : undefined;
}

/** In sequence, so that a body takes one thread; all of them, even after a failure. */
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
