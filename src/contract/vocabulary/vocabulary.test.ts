import { describe, expect, it } from 'vitest';
import { agreementTypeOf } from '#contract/account/agreements/agreement-types.words.ts';
import { countries } from './countries.ts';
import { degrees } from './degrees.ts';
import { industries } from './industries.ts';
import { mailDomains, mailDomainsFor } from './mail-domains.ts';
import { languageFacts, languageNamed, languageOfRegion, languageOfTag, languages, serverLanguageFacts, shortName } from './languages.ts';
import { regionOfCountry } from './regions.ts';

describe('the vocabularies', () => {
  it('have 57 industries from 0 to 56', () => {
    expect(industries.length).toBe(57);
    expect(industries.at(0)).toBe(0);
    expect(industries.at(-1)).toBe(56);
  });

  it('have seven degrees', () => {
    expect(degrees.length).toBe(7);
  });

  it('have about 250 countries and regions, each once', () => {
    expect(countries.length).toBeGreaterThanOrEqual(245);
    expect(new Set(countries).size).toBe(countries.length);
    expect(countries).toEqual(expect.arrayContaining(['CN', 'DE', 'HK', 'MO', 'TW', 'OTHER']));
    expect(countries.filter((code) => code !== 'OTHER' && !/^[A-Z]{2}$/.test(code))).toEqual([]);
  });

  it('have 28 mail domains, the same in both orders', () => {
    expect(mailDomains.length).toBe(28);
    expect(new Set(mailDomains).size).toBe(28);
    expect(mailDomainsFor('zh_CN')).toEqual(mailDomains);
    expect(mailDomainsFor('en_US').toSorted()).toEqual(mailDomains.toSorted());
    expect(mailDomainsFor('en_US')[0]).toBe('gmail.com');
  });

  it('map CN to Chinese and DE to English', () => {
    expect(languageOfRegion('CN')).toBe('zh_CN');
    expect(languageOfRegion('DE')).toBe('en_US');
  });

  it('distinguish languages by each of their names', () => {
    for (const names of [languages.map(shortName), languages.map((each) => languageFacts[each].tag), Object.keys(serverLanguageFacts)])
      expect(new Set(names).size).toBe(languages.length);
    for (const language of languages) expect(languageNamed(language)).toBe(language);
    expect(['', 'constructor', undefined, null].map(languageNamed)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('find the language of a tag, or one of its tongue', () => {
    for (const language of languages) expect(languageOfTag(languageFacts[language].tag.toUpperCase())).toBe(language);
    expect(['zh-TW', 'en-GB', 'zhx', 'fr', ''].map(languageOfTag)).toEqual(['zh_CN', 'en_US', undefined, undefined, undefined]);
  });

  it('map every country except Mainland China to DE', () => {
    expect(regionOfCountry('CN')).toBe('CN');
    expect(['HK', 'MO', 'TW', 'DE', 'US', ''].map((code) => regionOfCountry(code))).toEqual(Array.from({ length: 6 }, () => 'DE'));
  });

  it('name agreements by their path', () => {
    expect(agreementTypeOf('private')).toBe('privateAgreement');
    expect(agreementTypeOf('server')).toBe('serverAgreement');
  });
});
