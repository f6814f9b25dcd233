import { describe, expect, it } from 'vitest';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import { emailInstead } from './email-instead.ts';

const email = { method: 'email', target: 'li***@example.com' };

describe('the email that the server requires instead of a phone', () => {
  it.each([
    ['secondStepNeeded', { methods: [email] }, email.target],
    ['secondStepNeeded', { methods: [{ method: 'other', target: 'x' }, email] }, email.target],
    ['secondStepNeeded', { methods: [{ method: 'email' }] }, undefined],
    ['secondStepNeeded', {}, undefined],
    ['smsCodeWrong', { methods: [email] }, undefined],
  ] as const)('is, for %s with %j, %j', (refusal, data, expected) => {
    expect(emailInstead(new RefusalError({ refusal, data }))).toBe(expected);
  });
});
