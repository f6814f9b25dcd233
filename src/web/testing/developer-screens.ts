import { always, form, key, still, text, type Screen } from './screen.ts';

const developer = { showDeveloper: 'card' } as const;
const ownApp = { showOwnApp: 'card' } as const;
const appAt = '/developer/apps/app-q3v8dz1kt6ycfm5b';

export const developerScreens: Readonly<Record<string, Screen>> = {
  '/developer': {
    at: '/developer',
    heading: key('title.dev'),
    full: text('app-q3v8dz1kt6ycfm5b'),
    reads: developer,
    empty: key('dc.empty.h'),
  },
  '/developer/new': { at: '/developer/new', heading: key('dc.new'), full: key('dc.f.kind'), reads: form, empty: always },
  '/developer/try': {
    at: '/developer/try?code=c&state=s',
    heading: key('dc.n.try'),
    full: key('dc.st.refresh'),
    reads: 'it sends the answer of a sign-in, and leads to the trial',
    empty: always,
  },
  '/developer/guides': {
    at: '/developer/guides',
    heading: key('dc.n.guides'),
    full: text('web-app.ts'),
    reads: 'the examples come with the page; without the list of apps they have their own values',
    empty: always,
  },
  '/developer/scopes': { at: '/developer/scopes', heading: key('dc.n.scopes'), full: text('offline_access'), reads: still, empty: always },
  '/developer/apps/:id': {
    at: appAt,
    heading: key('dc.n.overview'),
    full: key('dc.c.codeTwice'),
    reads: { ...ownApp, showUsage: 'card', listFailures: 'card' },
    empty: key('dc.log.empty'),
  },
  '/developer/apps/:id/settings': {
    at: `${appAt}/settings`,
    heading: key('dc.n.settings'),
    full: key('dc.f.redirects'),
    reads: ownApp,
    empty: 'every app has settings',
  },
  '/developer/apps/:id/keys': {
    at: `${appAt}/keys`,
    heading: key('dc.n.keys'),
    full: text('w8Fd'),
    reads: ownApp,
    empty: key('dc.k.keysLead'),
  },
  '/developer/apps/:id/try': {
    at: `${appAt}/try?run=run-1`,
    heading: key('dc.n.try'),
    full: key('dc.st.noRefresh'),
    reads: { ...ownApp, showTry: 'card' },
    empty: 'a trial has been run',
  },
  '/developer/apps/:id/testers': {
    at: `${appAt}/testers`,
    heading: key('dc.n.testers'),
    full: key('dc.tu.accepted'),
    reads: ownApp,
    empty: key('dc.tu.empty.h'),
  },
  '/developer/apps/:id/signals': {
    at: `${appAt}/signals`,
    heading: key('dc.n.signals'),
    full: key('dc.sg.on'),
    reads: { ...ownApp, listStreams: 'card' },
    empty: key('dc.sg.empty.h'),
  },
  '/developer/apps/:id/logs': {
    at: `${appAt}/logs`,
    heading: key('dc.n.logs'),
    full: key('dc.c.codeTwice'),
    reads: { ...ownApp, listFailures: 'card' },
    empty: key('dc.log.empty'),
  },
};
