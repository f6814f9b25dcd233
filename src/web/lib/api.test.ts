import { describe, expect, it } from 'vitest';
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
  it('is its data when the code is 200', async () => {
    await expect(readAnswer(answer({ code: 200, msg: 'ok', data: { a: 1 } }))).resolves.toEqual({ a: 1 });
  });

  it('is refused by its code, whatever the status', async () => {
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

  it('keeps the number that the catalogue does not know', async () => {
    expect(await refusalOf(answer({ code: 2999, msg: '', data: null }))).toMatchObject({ refusal: 'unknown', code: 2999 });
  });

  it.each([
    [504, 'gatewayTimeout'],
    [502, 'serverError'],
    [200, 'unknown'],
    [429, 'tooManyRequests'],
  ])('that is no envelope counts by its status %i', async (status, refusal) => {
    expect(await refusalOf(answer('<html>', { status }))).toMatchObject({ refusal });
  });
});
