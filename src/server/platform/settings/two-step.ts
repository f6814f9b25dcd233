import { integer, onOff } from './parsers.ts';
import { reader, type Settings, type Site, type Source } from './setting.ts';

export const twoStepSettings = {
  TWO_STEP_SMS: {
    parser: onOff,
    default: 'on',
    meaning: 'Whether a text message may become a second step. With `off` accounts that have it keep it.',
  },
  TRUST_DAYS: {
    parser: integer(0, 90),
    unit: 'days',
    default: '30',
    meaning: 'How long a trusted browser is not asked for a second step. With 0 no browser can be trusted.',
  },
  CLAIM_HOURS_SHARED: {
    parser: integer(24, 168),
    unit: 'hours',
    default: '24',
    meaning: 'How long a recovery or an act waits after a proof by two ways that lie on one device.',
  },
  CLAIM_HOURS_SINGLE: {
    parser: integer(48, 336),
    unit: 'hours',
    default: '72',
    meaning: 'How long it waits after a proof by one way. Requests that wait already keep their time.',
  },
} as const satisfies Settings;

export type TwoStepConfig = Readonly<ReturnType<typeof readTwoStep>>;

export function readTwoStep(source: Source, site: Site) {
  const read = reader(twoStepSettings, source, site);
  return {
    twoStep: {
      sms: read('TWO_STEP_SMS'),
      trustDays: read('TRUST_DAYS'),
      claimHours: { shared: read('CLAIM_HOURS_SHARED'), single: read('CLAIM_HOURS_SINGLE') },
    },
  };
}
