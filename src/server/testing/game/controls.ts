import { day } from '#server/platform/clock.ts';
import type { Way } from '#server/core/sign-in/ways/way.ts';
import { productRules, type Rules } from './rules.ts';

type Shown = Parameters<Rules['independence']>[0];

const standsForItself = (way: Way): Way => ({ ...way, vouchedBy: null });
const byKinds: Rules['independence'] = (shown, { known, now }) =>
  productRules.independence(shown.map(standsForItself), {
    known: new Map([...known].map(([id, way]) => [id, standsForItself(way)] as const)),
    now,
  });
const isNotFormer = ({ state }: Way) => state === 'current' || state === 'taken';
const heldNow = (shown: Shown) => shown.filter(isNotFormer);

/** The rules without one of them. Each must break a promise, or the rule is for nothing. */
export const controls = {
  'roots are counted, and not kinds': { ...productRules, independence: byKinds },
  'two that share a carrier wait for a day': { ...productRules, waitsMs: { ...productRules.waitsMs, shared: 3 * day } },
  'one waits for three days': { ...productRules, waitsMs: { ...productRules.waitsMs, single: day } },
  'the password alone waits for a week': {
    ...productRules,
    mayEnter: (at) => (productRules.independence(at.shown, at) === 'weak' ? 'refused' : productRules.mayEnter(at)),
  },
  'former ways prove at the door': {
    ...productRules,
    independence: (shown, known) => productRules.independence(heldNow(shown), known),
    mayEnter: (at) => productRules.mayEnter({ ...at, shown: heldNow(at.shown) }),
  },
  'former ways stop nothing': {
    ...productRules,
    mayStop: (openers, { shown, ...known }) => productRules.rootsIn(productRules.independence(shown, known)) >= openers,
  },
  'taken ways stop': {
    ...productRules,
    mayStop: (openers, { shown, ...known }) =>
      productRules.mayStop(openers, { shown: shown.filter(({ state }) => state === 'current'), ...known }),
  },
  'a stop takes as many roots': { ...productRules, mayStop: (_, evidence) => productRules.mayStop(1, evidence) },
  'a stop closes nobody out': { ...productRules, closesStopped: true },
  'waits run beside each other': { ...productRules, oneWait: true },
  'a freeze ends no wait': { ...productRules, freezeEndsWaits: true },
  'a freeze changes no way': { ...productRules, putsBack: true },
  'a freeze closes the door': { ...productRules, closesDoor: false },
  'any way freezes': { ...productRules, mayFreeze: ({ state }) => state === 'current' },
  'what is put out freezes no more': { ...productRules, mayFreeze: () => true },
  'what two apart do not keep is void': { ...productRules, unkeptIs: () => 'out' },
  'what one does not keep is put out': { ...productRules, unkeptIs: () => 'void' },
  'what another root took out is taken': { ...productRules, leavesAs: () => 'former' },
  'an entry ends what waits by no more': { ...productRules, outlasts: () => false },
  'a wait by more outlasts an entry': { ...productRules, outlasts: () => true },
} as const satisfies Readonly<Record<string, Rules>>;

export type ControlName = keyof typeof controls;
