import { readFile } from 'node:fs/promises';
import { readZip, ZipUnreadable } from '#server/platform/zip/read-zip.ts';
import { AdminError, adminHelp } from '#server/admin/admin-command.ts';

/** Verdict about an archive that somebody brings. */
export interface Verdict {
  readonly isValid: boolean;
  readonly text: string;
}

export const refused = (text: string): Verdict => ({ isValid: false, text });

/**
 * Runs `<command> verify <file>` and prints the verdict. Exit code 2 for an archive that is not valid.
 * @throws {AdminError} for other arguments
 */
export async function runVerify(args: readonly string[], verify: (archive: Buffer) => Promise<Verdict>): Promise<number> {
  const [, verb, file, ...rest] = args;
  if (verb !== 'verify' || file === undefined || rest.length > 0) throw new AdminError(adminHelp);
  const { isValid, text } = await verify(await readFile(file).catch(() => Buffer.alloc(0)));
  console.log(text);
  return isValid ? 0 : 2;
}

/** The files of an archive, of so many bytes at most before compression; undefined for what is no archive. */
export function filesOf(archive: Buffer, mostBytes: number): ReadonlyMap<string, Buffer> | undefined {
  try {
    return readZip(archive, mostBytes);
  } catch (error) {
    if (error instanceof ZipUnreadable) return undefined;
    throw error;
  }
}
