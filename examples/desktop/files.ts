/** Files of the service. The copy of the profile is sealed with a key from the secret, and grants nothing. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { SecretStore } from './secret-service.ts';
import type { AnyValue } from './any-value.ts';

const { XDG_STATE_HOME = join(homedir(), '.local/state'), XDG_RUNTIME_DIR } = process.env;
export const stateFolder = join(XDG_STATE_HOME, 'cedarid');

async function writePrivate(path: string, bytes: Buffer | string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, bytes, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Copies for the next start, in a folder of the person. */
export interface Copies {
  /** Writes a value that only the holder of `key` (base64url) can read or change unseen. */
  writeSealed(name: string, key: string, value: unknown): Promise<void>;
  /** Undefined for a missing copy, and for one that somebody else wrote. */
  readSealed(name: string, key: string): Promise<AnyValue>;
  writePicture(bytes: Buffer): Promise<void>;
  readonly picturePath: string;
  remove(): Promise<void>;
}

export function copiesIn(folder: string): Copies {
  const picturePath = join(folder, 'picture');
  return {
    async writeSealed(name, key, value) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), iv);
      const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      await writePrivate(join(folder, name), Buffer.concat([iv, cipher.getAuthTag(), sealed]));
    },
    async readSealed(name, key) {
      const bytes = await readIfThere(join(folder, name));
      if (bytes === undefined) return undefined;
      try {
        const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), bytes.subarray(0, 12));
        decipher.setAuthTag(bytes.subarray(12, 28));
        return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'));
      } catch {
        return undefined;
      }
    },
    writePicture: (bytes) => writePrivate(picturePath, bytes),
    picturePath,
    async remove() {
      for (const name of ['profile', 'rules', 'picture']) await rm(join(folder, name), { force: true });
    },
  };
}

/** Without a Secret Service: a file in memory that is gone when the person logs out. They sign in once for each log-in. */
export function runtimeStore(): SecretStore {
  if (XDG_RUNTIME_DIR === undefined) throw new Error('There is neither a Secret Service nor XDG_RUNTIME_DIR.');
  const path = join(XDG_RUNTIME_DIR, 'cedarid', 'secret');
  return {
    read: async () => (await readIfThere(path))?.toString('utf8'),
    write: (text) => writePrivate(path, text),
    remove: () => rm(path, { force: true }),
  };
}
