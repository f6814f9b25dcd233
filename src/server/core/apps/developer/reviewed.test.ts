// @one-database
import { describe, expect, it } from 'vitest';
import { appFields, isReviewed, type AppField, type ReviewedField } from '#contract/apps/developer/developer.words.ts';
import { forEveryLanguage } from '#contract/vocabulary/languages.ts';
import { clientDefaults, workingClient, type OpenidClient } from '#server/core/apps/clients/client.ts';
import { handOver } from './hand-over.ts';
import { divideChange, reviewedOf, withChanges } from './reviewed.ts';

const inAll = (text: string) => forEveryLanguage(() => text);

/** An app with a different value in each field. */
const full: OpenidClient = {
  ...clientDefaults,
  id: 'app-1',
  kind: 'web',
  name: inAll('Meridian'),
  icon: 'data:image/webp;base64,AAAA',
  links: { home: 'https://notes.example.com/', privacy: inAll('https://notes.example.com/p'), terms: inAll('https://notes.example.com/t') },
  redirectUris: ['https://notes.example.com/cb'],
  postLogoutRedirectUris: ['https://notes.example.com/bye'],
  backchannelLogoutUri: 'https://notes.example.com/out',
  deviceGrant: true,
  scopes: ['openid', 'profile'],
  system: true,
  sector: 'notes.example.com',
  jwks: { keys: [{ kty: 'EC' }] },
  jwksUri: 'https://notes.example.com/keys',
  firstParty: true,
  forChildren: true,
  rate: 5,
  contact: 'former@example.com',
  resources: ['ssf.read', 'ssf.manage'],
  programs: ['org.example.notes'],
};

/** A value that people were not shown, for each reviewed field. */
const other: { readonly [Field in ReviewedField]: ReturnType<typeof reviewedOf>[Field] } = {
  name: inAll('WeChat Pay'),
  icon: '',
  home: 'https://evil.example/',
  privacy: inAll('https://evil.example/p'),
  terms: inAll('https://evil.example/t'),
  redirectUris: ['https://evil.example/cb'],
  postLogoutRedirectUris: ['https://evil.example/bye'],
  backchannelLogoutUri: 'https://evil.example/out',
  scopes: ['openid', 'profile', 'email'],
  pkce: 'optional',
  personal: true,
};

/** The end of a permission, or another address at a known host. */
const less: Partial<typeof other> = {
  privacy: inAll('https://notes.example.com/privacy'),
  terms: inAll(''),
  redirectUris: ['https://notes.example.com/other'],
  postLogoutRedirectUris: [],
  backchannelLogoutUri: '',
  scopes: ['openid'],
};

describe('a change of a reviewed app', () => {
  it.each(Object.entries(other))('waits in %s, whatever else the form changes', (field, value) => {
    for (const along of [{}, less]) {
      const { now, waits } = divideChange(full, withChanges({ ...full, idTokenClaims: true }, { ...along, [field]: value }));
      expect(waits).toEqual({ [field]: value });
      expect(reviewedOf(now)).toEqual({ ...reviewedOf(full), ...along, [field]: reviewedOf(full)[field as ReviewedField] });
      expect(now.idTokenClaims).toBe(true);
    }
  });

  it('takes at once less than a reviewer has seen', () => {
    const { now, waits } = divideChange({ ...full, personal: true, pkce: 'optional' }, withChanges(full, less));
    expect(waits).toEqual({});
    expect(reviewedOf(now)).toEqual({ ...reviewedOf(full), ...less });
  });

  it('has a value to try for each reviewed field', () => {
    expect(Object.keys(other).toSorted()).toEqual((Object.keys(appFields) as AppField[]).filter(isReviewed).toSorted());
  });
});

describe('a handed over app', () => {
  const asked = { contact: 'next@example.com', keysEndAt: 2000, movedAt: 1000 };

  it('has its keys until they end with the secrets, and nothing that the operator gave to the former owner', () => {
    const next = handOver(full, asked);
    const gone = { system: false, firstParty: false, forChildren: false, rate: null, resources: [], programs: [] };
    expect(workingClient(next, 1999)).toEqual({ ...full, ...gone, ...asked });
    expect(workingClient(next, 2000)).toEqual({ ...full, ...gone, ...asked, jwks: null, jwksUri: '' });
  });
});
