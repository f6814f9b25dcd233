import { useEffect, useState, type ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { limits } from '#contract/limits.ts';
import { isLoopbackAddress, type AddressRuleName, type AddressUse } from '#contract/rules/redirect.ts';
import type { AppKind } from '#contract/apps/developer/developer.words.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { calendarDayText } from '#web/lib/texts/time-text.ts';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { circleCheck, circleExclamationPoint, info, triangleExclamationPoint } from '#web/ui/marks/icons.ts';
import css from './address-list.module.css';
import { addressWords } from './address-words.ts';

interface AddressLineProps {
  readonly id: string;
  readonly address: string;
  readonly fault: AddressRuleName | undefined;
  readonly kind: AppKind;
  readonly use: AddressUse;
}

type Advice = CallData<typeof developerEndpoints.checkAddress>['advice'][number];

/** The line below an address: the rule that it breaks, or advice from outside. */
export function AddressLine({ id, address, fault, kind, use }: AddressLineProps): ReactNode {
  const t = useT();
  const good = address !== '' && fault === undefined;
  const isLoopback = good && isLoopbackAddress(address);
  const advice = useAdvice(good && !isLoopback && address.startsWith('https:') ? address : '', { kind, use });
  if (fault !== undefined) return <Says id={id} tone="wrong" text={t(addressWords[fault])} />;
  if (isLoopback) return <Says id={id} tone="note" text={t(kind === 'native' ? 'dc.r.anyPort' : 'dc.r.loop')} />;
  const said = advice.filter(({ key }) => key !== 'loop');
  return (
    <output id={id}>
      {said.map((each) => (
        <Says key={each.key} tone={toneOf(each)} text={adviceText(each, t)} />
      ))}
    </output>
  );
}

const icons = { good: circleCheck, note: info, warning: triangleExclamationPoint, wrong: circleExclamationPoint };

function Says({ id, tone, text }: { readonly id?: string; readonly tone: keyof typeof icons; readonly text: string }): ReactNode {
  return (
    <span id={id} className={classes(css['says'], css[tone])}>
      <Icon of={icons[tone]} size={16} />
      <span>{text}</span>
    </span>
  );
}

function toneOf({ key }: Advice): keyof typeof icons {
  if (key === 'ok' || key === 'domain') return 'good';
  return key === 'otherDomain' || key === 'loop' ? 'note' : 'warning';
}

function adviceText({ key, date = '', domain = '' }: Advice, t: Translate): string {
  return t(`dc.r.${key}`, { date: date === '' ? '' : calendarDayText(date.slice(0, 10)), domain });
}

/** Advice of the server about a host, half a second after the last change. No answer is no advice. */
function useAdvice(address: string, { kind, use }: { readonly kind: AppKind; readonly use: AddressUse }): readonly Advice[] {
  const [advice, setAdvice] = useState<readonly Advice[]>([]);
  useEffect(() => {
    setAdvice([]);
    if (address === '') return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call(developerEndpoints.checkAddress, { body: { kind, use, address }, signal: stop.signal }).then(
        (answer) => setAdvice(answer.advice),
        () => undefined,
      );
    }, limits.uniquenessDebounceMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [address, kind, use]);
  return advice;
}
