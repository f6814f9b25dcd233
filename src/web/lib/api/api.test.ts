import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { accountEndpoints } from '#contract/account/account/account.ts';
import { deletionEndpoints } from '#contract/account/deletion/deletion.ts';
import { secondStepEndpoints } from '#contract/sign-in/two-step/second-step.ts';
import { sessionEndpoints } from '#contract/sign-in/sign-in/session.ts';
import { signInEndpoints } from '#contract/sign-in/sign-in/sign-in.ts';
import type { AppConfig } from '#contract/account/reference/reference.schemas.ts';
import { readAnswer } from './api.ts';
import { RefusalError } from './refusal-error.ts';

function answer(body: unknown, init: ResponseInit = {}): Response {
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), init);
}

async function refusalOf(response: Response): Promise<RefusalError> {
  const error: unknown = await readAnswer(response).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RefusalError)) throw new Error('It was not refused.');
  return error;
}

describe('an answer', () => {
  it('is its data for code 200', async () => {
    await expect(readAnswer(answer({ code: 200, msg: 'ok', data: { a: 1 } }))).resolves.toEqual({ a: 1 });
  });

  it('is refused by its code, regardless of the status', async () => {
    const error = await refusalOf(
      answer(
        { code: 3004, msg: 'Too fast', data: { retryAfter: 60, fields: { phone: 'exists', odd: 1 } } },
        { headers: { 'x-request-id': 'r-1' } },
      ),
    );
    expect(error).toMatchObject({
      refusal: 'tooFrequent',
      code: 3004,
      message: 'Too fast',
      retryAfter: 60,
      fields: { phone: 'exists' },
      requestId: 'r-1',
    });
  });

  it('keeps a number that the catalogue does not have', async () => {
    expect(await refusalOf(answer({ code: 2999, msg: '', data: null }))).toMatchObject({ refusal: 'unknown', code: 2999 });
  });

  it.each([
    [504, 'gatewayTimeout'],
    [502, 'serverError'],
    [200, 'unknown'],
    [429, 'tooManyRequests'],
  ])('without an envelope counts by its status %i', async (status, refusal) => {
    expect(await refusalOf(answer('<html>', { status }))).toMatchObject({ refusal });
  });
});

describe('the owner of the browser', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** Makes one call in its own document; returns whether that document ends, and the change that other tabs receive. */
  async function after(row: Endpoint, { data, xToken }: { readonly data: unknown; readonly xToken?: string }) {
    const marks: string[] = [];
    vi.stubGlobal('fetch', async () => answer({ code: 200, msg: '', data }));
    vi.stubGlobal('document', { cookie: 'csrf=token' });
    vi.stubGlobal('localStorage', { getItem: () => marks[0] ?? null, setItem: (_: string, mark: string) => marks.unshift(mark) });
    vi.stubGlobal('sessionStorage', {});
    vi.stubGlobal('location', { pathname: '/here' });
    vi.resetModules();
    const { provideAppConfig } = await import('#web/lib/page/app-config.ts');
    provideAppConfig({ encryption: false } as AppConfig);
    const { call } = await import('./api.ts');
    const { needsNewDocument } = await import('#web/lib/person/person-state.ts');
    const input = { ...(row.method === 'GET' ? {} : { body: {} }), ...(xToken === undefined ? {} : { xToken }) };
    await (call as (row: Endpoint, input: object) => Promise<unknown>)(row, input);
    return { isOver: needsNewDocument('/here'), heard: marks[0]?.replace(/[\d.e-]+$/, '') };
  }

  const account = { id: '1' };

  it('is another person after an answer that begins a session', async () => {
    expect(await after(signInEndpoints.signInByPassword, { data: { account, continue: '/' } })).toEqual({ isOver: true, heard: 'begins' });
  });

  it('is the same after a call of that kind that only sent a code', async () => {
    expect(await after(secondStepEndpoints.signInSecondStep, { data: { cd: 60 } })).toEqual({ isOver: false, heard: undefined });
  });

  it('is gone after an answer that ends the session', async () => {
    expect(await after(sessionEndpoints.signOut, { data: {} })).toEqual({ isOver: true, heard: 'ends' });
  });

  it('is the same after the end of an X-Token page', async () => {
    const given = { data: { dueAt: '' }, xToken: 'ticket' };
    expect(await after(deletionEndpoints.requestDeletion, given)).toEqual({ isOver: false, heard: undefined });
  });

  it('is the same after any other answer', async () => {
    expect(await after(accountEndpoints.metainfo, { data: account })).toEqual({ isOver: false, heard: undefined });
  });
});
