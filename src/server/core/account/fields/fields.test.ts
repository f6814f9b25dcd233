import { describe, expect, it } from 'vitest';
import { Refusal } from '#server/platform/refusal.ts';
import { also, checkFields, whenGiven } from '#server/platform/check-fields.ts';
import { accountField, codeAccountField, codeField, contactField, newPasswordField, passwordField } from './fields.ts';

function failingOf(check: () => unknown): unknown {
  try {
    check();
  } catch (error) {
    return error instanceof Refusal ? error.detail.fields : error;
  }
  return undefined;
}

describe('the fields of a form', () => {
  it('are returned in canonical spelling', () => {
    const { phone, code } = checkFields({ phone: contactField('phone', ' +86 138-0013-8000'), code: codeField('12 34 56') });
    expect([phone.value, code]).toEqual(['13800138000', '123456']);
  });

  it('are refused together, each with its first failing rule', () => {
    const fields = () =>
      checkFields({ contact: contactField('email', 'nobody'), code: codeField(''), password: passwordField(''), other: { value: 1 } });
    expect(failingOf(fields)).toEqual({ email: 'email', code: 'required', password: 'required' });
  });

  it('may have an extra rule, reported under the same name', () => {
    const given = also(contactField('phone', '13800138000'), () => 'is_not');
    expect(failingOf(() => checkFields({ next: given }))).toEqual({ phone: 'is_not' });
    const failing = also(contactField('phone', ''), () => 'is_not');
    expect(failingOf(() => checkFields({ next: failing }))).toEqual({ phone: 'required' });
  });

  it('may be left out', () => {
    expect(checkFields({ code: whenGiven(undefined, codeField) })).toEqual({ code: undefined });
    expect(checkFields({ code: whenGiven('000000', codeField) })).toEqual({ code: '000000' });
  });
});

describe('the name of an account at sign-in', () => {
  it('is a phone, an email or, only with a password, a username', () => {
    const kindOf = (text: string) => checkFields({ account: accountField(text) }).account.kind;
    expect(['13800138000', 'a@example.com', 'cedar_1'].map(kindOf)).toEqual(['phone', 'email', 'username']);
    expect(failingOf(() => checkFields({ account: codeAccountField('cedar_1') }))).toEqual({ account: 'regex' });
    expect(failingOf(() => checkFields({ account: accountField('') }))).toEqual({ account: 'required' });
  });
});

describe('a new password', () => {
  it('is refused when built from common knowledge', () => {
    const own = { own: ['13800138000'], brand: [] };
    expect(failingOf(() => checkFields({ newPassword: newPasswordField('13800138000a', own) }))).toEqual({
      newPassword: 'custom_password',
    });
    expect(checkFields({ newPassword: newPasswordField('Long-enough-4-everybody', own) }).newPassword).toBe('Long-enough-4-everybody');
  });
});
