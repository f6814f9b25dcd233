import { readZip } from '#server/platform/zip/read-zip.ts';
import { must } from '#server/testing/apps/developers.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

type Prover = { readonly browser: TestBrowser; readonly password: string };

export interface ShownCopy {
  readonly id: string;
  readonly state: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly downloads: number;
  readonly expiresAt: string | null;
}

export async function prove({ browser, password }: Prover, action: 'requestExport' | 'downloadExport'): Promise<void> {
  must(await browser.post('/account/auth', { method: 'password', password, action }));
}

export async function listedCopies({ browser }: Pick<Prover, 'browser'>): Promise<readonly ShownCopy[]> {
  return must(await browser.get<{ exports: readonly ShownCopy[] }>('/account/exports')).exports;
}

/** Asks for a copy, and waits until it is ready. Returns its id. */
export async function askCopy(app: TestApp, person: Prover): Promise<string> {
  await prove(person, 'requestExport');
  const { id } = must(await person.browser.post<{ id: string }>('/account/exports', { language: 'en_US' }));
  await app.wiring.files.copies.run();
  return id;
}

/** The address of a download, for which this spends a proof. */
export async function openCopy(person: Prover, id: string): Promise<string> {
  await prove(person, 'downloadExport');
  return must(await person.browser.post<{ url: string }>('/account/exports/open', { id })).url;
}

/** The bytes behind an address, in a browser; only the status of another answer than 200. */
export async function download(
  app: TestApp,
  { cookies, clientIp }: TestBrowser,
  url: string,
): Promise<{ readonly status: number; readonly bytes: Buffer; readonly headers: Readonly<Record<string, unknown>> }> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { statusCode, rawPayload, headers } = await app.app.inject({ url, headers: { cookie, 'x-forwarded-for': clientIp } });
  return { status: statusCode, bytes: statusCode === 200 ? rawPayload : Buffer.alloc(0), headers };
}

/** A new copy of a person, as files by path. */
export async function takeCopy(app: TestApp, person: Prover): Promise<ReadonlyMap<string, Buffer>> {
  const { bytes } = await download(app, person.browser, await openCopy(person, await askCopy(app, person)));
  return unzipped(bytes);
}

/** The files of a ZIP file. */
export function unzipped(archive: Buffer): ReadonlyMap<string, Buffer> {
  return readZip(archive, 256 * 1024 * 1024);
}
