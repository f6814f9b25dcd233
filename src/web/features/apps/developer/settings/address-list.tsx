import { useId, useRef, type ReactNode, useEffect, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { addressFaults, type AddressUse, isLoopbackAddress, type AddressRuleName } from '#contract/rules/redirect.ts';
import type { AppKind } from '#contract/apps/developer/developer.words.ts';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { classes } from '#web/ui/classes.ts';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import type { AppForm } from '#web/ui/form/form.tsx';
import { useField, type NameOf } from '#web/ui/form/use-field.ts';
import { plus, trash, circleCheck, circleExclamationPoint, info, triangleExclamationPoint } from '#web/ui/marks/icons.ts';
import css from './address-list.module.css';
import { addressesOf, linesOf, ownOrigins } from './address-rules.ts';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { calendarDayText } from '#web/lib/texts/time-text.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { addressWords } from './address-words.ts';

interface AddressListProps<V> {
  readonly form: AppForm<V>;
  /** Holds a line for each address. */
  readonly name: NameOf<V, string>;
  readonly kind: AppKind;
  readonly use: Extract<AddressUse, 'redirect' | 'logout'>;
}

const labels = {
  redirect: { one: 'dc.f.redirect', all: 'dc.f.redirects', add: 'dc.f.addAddress' },
  logout: { one: 'dc.f.signOut', all: 'dc.f.signOuts', add: 'dc.f.addSignOut' },
} as const;

/** Addresses of an app, each checked while it is typed: its rules at once, its host half a second later. */
export function AddressList<V>({ form, name, kind, use }: AddressListProps<V>): ReactNode {
  const t = useT();
  const id = useId();
  const field = useField<V, string>(form, name);
  const list = useRef<HTMLUListElement>(null);
  const lines = field.value === '' ? [''] : linesOf(field.value);
  const faults = faultsOf(lines, { use, kind });
  const words = labels[use];

  function set(next: readonly string[]): void {
    field.set(next.length === 1 ? (next[0] ?? '') : next.join('\n'));
  }

  function add(): void {
    set([...lines, '']);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus());
  }

  function remove(place: number): void {
    set(lines.filter((_, each) => each !== place));
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('input')[Math.max(0, place - 1)]?.focus());
  }

  return (
    <fieldset className={css['list']} aria-describedby={field.error === undefined ? undefined : field.lineId}>
      <legend className={css['legend']}>{t(words.all)}</legend>
      <ul ref={list} className={css['lines']}>
        {lines.map((line, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- a line is its place: two may have the same text
          <li key={place}>
            <div className={classes(css['control'], line !== '' && faults[place] !== undefined && css['wrong'])}>
              <input
                name={place === 0 ? name : undefined}
                type="url"
                value={line}
                spellCheck={false}
                autoComplete="off"
                autoCapitalize="off"
                aria-label={lines.length > 1 ? `${t(words.one)} ${place + 1}` : t(words.one)}
                aria-describedby={`${id}-${place}`}
                aria-invalid={(line === '' ? field.error !== undefined && place === 0 : faults[place] !== undefined) || undefined}
                placeholder={use === 'redirect' && kind !== 'native' ? 'https://app.example.com/callback' : undefined}
                onBlur={field.blur}
                onChange={({ currentTarget }) =>
                  set(lines.map((each, at) => (at === place ? currentTarget.value.replaceAll('\n', '') : each)))
                }
                onPaste={(event) => {
                  const pasted = event.clipboardData.getData('text').trim().split(/\s+/);
                  if (pasted.length < 2) return;
                  event.preventDefault();
                  set([...lines.slice(0, place), ...pasted, ...lines.slice(place + 1)].filter((each) => each !== ''));
                }}
              />
              {(lines.length > 1 || line !== '') && (
                <IconButton icon={trash} iconSize={18} label={`${t('dc.remove')}: ${line}`} onClick={() => remove(place)} />
              )}
            </div>
            <AddressLine
              id={`${id}-${place}`}
              address={line}
              fault={line === '' ? (place === 0 && field.error !== undefined ? 'required' : undefined) : faults[place]}
              kind={kind}
              use={use}
            />
          </li>
        ))}
      </ul>
      {lines.length < limits.redirectAddresses && (
        <Button variant="text" size="sm" icon={plus} className={css['add'] ?? ''} onClick={add}>
          {t(words.add)}
        </Button>
      )}
    </fieldset>
  );
}

/** The fault of each line; an empty one has none. */
function faultsOf(lines: readonly string[], { use, kind }: { readonly use: AddressUse; readonly kind: AppKind }) {
  const filled = addressesOf(lines.join('\n'));
  const faults = addressFaults(filled, { use, kind, own: ownOrigins() });
  let at = 0;
  return lines.map((line) => (line === '' ? undefined : faults[at++]));
}

interface AddressLineProps {
  readonly id: string;
  readonly address: string;
  readonly fault: AddressRuleName | undefined;
  readonly kind: AppKind;
  readonly use: AddressUse;
}

type Advice = CallData<typeof developerEndpoints.checkAddress>['advice'][number];

/** The line below an address: the rule that it breaks, or advice from outside. */
function AddressLine({ id, address, fault, kind, use }: AddressLineProps): ReactNode {
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
