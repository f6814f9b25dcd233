import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AppConfig } from '#contract/schemas/reference.ts';
import { provideAppConfig } from './app-config.ts';
import { provideTexts } from './i18n.tsx';
import { showNoticesWith, type Notice } from './notify.ts';
import { RefusalError } from './refusal-error.ts';
import { handleRefusal, refusalText } from './refusals.ts';
import { texts as base } from './texts/base.en.ts';
import { texts as forms } from './texts/forms.en.ts';

let shown: Notice[];

beforeEach(() => {
  shown = [];
  showNoticesWith((notice) => shown.push(notice));
  provideAppConfig({ brand: { id: { en: 'Cedar ID', zh: '' }, os: { en: 'Cedar OS', zh: '' } } } as AppConfig);
  provideTexts({ language: 'en_US', texts: { ...base, ...forms } });
});

afterEach(() => {
  showNoticesWith(() => undefined);
});

describe('a refusal', () => {
  it('marks the field that the catalogue names', () => {
    const marked: string[][] = [];
    handleRefusal(new RefusalError({ refusal: 'phoneExists' }), { onField: (...field) => void marked.push(field) });
    expect(marked).toEqual([['phone', 'exists']]);
    expect(shown).toEqual([]);
  });

  it('marks every field that the answer names', () => {
    const marked: string[][] = [];
    const error = new RefusalError({ refusal: 'badRequest', data: { fields: { password: 'min', code: 'required' } } });
    handleRefusal(error, { onField: (...field) => void marked.push(field) });
    expect(marked).toEqual([
      ['password', 'min'],
      ['code', 'required'],
    ]);
  });

  it('is a toast with the rule’s text where the form has no such field', () => {
    handleRefusal(new RefusalError({ refusal: 'phoneExists' }), { onField: () => false });
    expect(shown).toEqual([{ kind: 'error', text: 'Phone number has been registered' }]);
  });

  it('goes to the caller where the catalogue says so, and to a toast where the caller does not take it', () => {
    const taken: number[] = [];
    const error = new RefusalError({ refusal: 'wrongCredentials', text: 'Wrong username or password' });
    handleRefusal(error, { onCaller: ({ code }) => void taken.push(code) });
    expect([taken, shown]).toEqual([[3007], []]);
    handleRefusal(error, { onCaller: () => false });
    handleRefusal(error);
    expect(shown.map(({ text }) => text)).toEqual(['Wrong username or password', 'Wrong username or password']);
  });

  it('without an answer is the network’s toast', () => {
    handleRefusal(new RefusalError({ refusal: 'offline' }));
    expect(shown).toMatchObject([{ kind: 'error', text: 'Network error. Please check network settings or try later' }]);
  });

  it('of an unknown number tells the request’s id', () => {
    expect(refusalText(new RefusalError({ refusal: 'unknown', code: 2999, requestId: 'r-7' }))).toBe(
      'Unknown error, please try again later (Request ID r-7)',
    );
  });

  it('that came without text has the catalogue’s', () => {
    expect(refusalText(new RefusalError({ refusal: 'gatewayTimeout' }))).toBe('Request timeout, please try again later');
    expect(refusalText(new RefusalError({ refusal: 'configFail' }))).toBe('Server get configuration error');
  });

  it('is nothing for an aborted call, and no answer for a bug', () => {
    handleRefusal(new DOMException('', 'AbortError'));
    expect(shown).toEqual([]);
    expect(() => handleRefusal(new TypeError('bug'))).toThrow('bug');
  });
});
