import { expect, test } from 'vitest';
import { mailDomainsFor } from '#contract/vocabulary/mail-domains.ts';
import { mailSuggestions } from './mail-suggestions.ts';

const domains = mailDomainsFor('zh_CN');

test('suggests nothing before the at-sign or without a name', () => {
  expect(mailSuggestions('linqiao', domains)).toEqual([]);
  expect(mailSuggestions('@', domains)).toEqual([]);
});

test('suggests every domain after the at-sign', () => {
  expect(mailSuggestions('lin@', domains)).toHaveLength(28);
});

test('suggests matching domains in either case, and leaves the name unchanged', () => {
  expect(mailSuggestions('Lin@1', domains)).toEqual(['Lin@163.com', 'Lin@126.com', 'Lin@139.com', 'Lin@189.cn']);
  expect(mailSuggestions('lin@OUT', domains)).toEqual(['lin@outlook.com']);
});

test('suggests nothing once the domain is complete, even if a longer one starts with it', () => {
  expect(mailSuggestions('lin@yahoo.com', domains)).toEqual([]);
  expect(mailSuggestions('lin@yahoo.com.', domains)).toEqual(['lin@yahoo.com.hk']);
});

test('offers international domains first in English', () => {
  expect(mailSuggestions('lin@', mailDomainsFor('en_US'))[0]).toBe('lin@gmail.com');
  expect(mailSuggestions('lin@', domains)[0]).toBe('lin@qq.com');
});
