import type { deskAppsEndpoints } from '#contract/operations/desk/calls/apps.ts';
import type { deskPersonEndpoints } from '#contract/operations/desk/calls/person.ts';
import type { deskQueuesEndpoints } from '#contract/operations/desk/calls/queues.ts';
import type { DeskData } from '#web/desk/desk-call.ts';
import { ownAsked, sampleMe } from './fake-desk.ts';

export type CardLine = DeskData<typeof deskPersonEndpoints.deskCard>['lines'][number];

/** A line of a card of a person. */
export const cardLine = (kind: string, rest: Partial<CardLine> = {}): CardLine => ({
  id: '',
  kind,
  title: '',
  value: '',
  note: '',
  at: null,
  until: null,
  field: '',
  ...rest,
});

type Item = DeskData<typeof deskQueuesEndpoints.deskQueue>['items'][number];

/** An item of a queue: by default an app that waits for its first review. */
export const queueItem = (id: string, rest: Partial<Item> = {}): Item => ({
  id,
  at: sampleMe.now - 7_200_000,
  dueAt: null,
  name: id,
  kind: 'first',
  state: 'review',
  channel: '',
  target: '',
  takenBy: '',
  ...rest,
});

/** A live app, which asks for a change. */
export const deskApp: DeskData<typeof deskAppsEndpoints.deskApp> = {
  id: 'notes',
  names: { zh_CN: '经纬笔记', en_US: 'Meridian Notes' },
  state: 'live',
  kind: 'web',
  signIns: 4,
  failures: 1,
  warnings: ['no PKCE'],
  icon: '',
  home: 'https://notes.example',
  createdAt: 0,
  liveAt: 0,
  ownerSince: 0,
  ownerApps: 2,
  suspendedBecause: '',
  domain: { name: 'notes.example', state: 'proven', by: 'dns', seenAt: sampleMe.now },
  reasons: [{ scope: 'email', reason: 'To share a list by mail.' }],
  waiting: {
    version: 'v1',
    askedAt: sampleMe.now,
    isFirst: false,
    changes: [
      {
        field: 'redirectUris',
        was: ['https://notes.example/cb', 'https://old.example/cb'],
        now: ['https://notes.example/cb', 'https://tasks.example/cb'],
      },
    ],
  },
  answers: [{ state: 'accepted', at: 0, reasons: '' }],
  days: [{ day: '2026-01-14', signIns: 4, newPeople: 1, failures: 1 }],
  causes: [{ error: 'invalid_grant', cause: 'codeExpired', count: 3 }],
};

/** An act that waits for a second member. */
export const approval = { ...ownAsked, id: 'a'.repeat(22), askedBy: 'T2', own: false, isSigned: true } as const;
