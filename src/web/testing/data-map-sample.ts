import { dataTopics, type DataMap, type DataTopic, type KeptThing } from '#contract/vocabulary/kept-data.ts';

const things: Readonly<Record<DataTopic, KeptThing>> = {
  account: 'contacts',
  profile: 'avatar',
  sessions: 'signInTimes',
  apps: 'appPermissions',
  security: 'events',
  agreements: 'choices',
  requests: 'requests',
  legacy: 'legacyAccount',
  short: 'codes',
};

/** A `/data-map.json` with one thing of each topic. */
export const dataMap: DataMap = {
  version: 'sample',
  contact: 'privacy@id.example.com',
  topics: dataTopics.map((topic) => {
    const kept = {
      basis: 'contract',
      until: topic === 'security' ? { kind: 'law', days: 180 } : { kind: 'account', days: 0 },
    } as const satisfies Pick<DataMap['topics'][number], 'basis' | 'until'>;
    const says = { zh_CN: `【${things[topic]}】`, en_US: `[${things[topic]}]` };
    return { topic, ...kept, file: `data/${topic}.json`, keeps: [{ key: things[topic], says, form: 'copied', ...kept }] };
  }),
};
