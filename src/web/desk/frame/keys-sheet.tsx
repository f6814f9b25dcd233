import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent as Pressed, type ReactNode } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { users } from '#web/ui/marks/icons.ts';
import { TextInput } from './fields.tsx';
import { Key } from '#web/desk/acts/key.tsx';
import { isComposing, keysAreOn, switchKeys, useKeys } from './keys.ts';
import { mayOf, useMe, type Me } from './me.ts';
import { offersNow, personActs } from '#web/desk/person/person-acts.ts';
import { findPath, type DeskPage } from '#web/desk/pages.ts';
import { navigate } from '#web/lib/page/router.ts';
import { t, type DeskKey } from '#web/desk/texts.ts';
import css from './keys-sheet.module.css';

/** Puts the focus into the field of the page where it is already shown. */
function focusFind(): boolean {
  const field = location.pathname === findPath ? document.querySelector<HTMLInputElement>('main form input') : null;
  field?.focus();
  field?.select();
  return field !== null;
}

/** The keys of the desk: find, go, the palette of all pages and acts, and a sheet of all keys. */
export function Keys({ pages }: { readonly pages: readonly DeskPage[] }) {
  const [open, setOpen] = useState<'palette' | 'sheet'>();
  const going = useRef(0);
  const mayFind = pages.some(({ path }) => path === findPath);
  const shown = pages.filter(({ isHidden }) => isHidden !== true);
  const letter = (key: string) => () => {
    // The second letter after g, within two seconds.
    if (Date.now() - going.current > 2000) return;
    going.current = 0;
    const page = shown.find((each) => each.key === key);
    if (page !== undefined) navigate(page.path);
  };
  useKeys({
    ...Object.fromEntries(shown.flatMap(({ key }) => (key === undefined ? [] : [[key, letter(key)]]))),
    '/': () => {
      if (mayFind && !focusFind()) navigate(findPath);
    },
    g: () => {
      going.current = Date.now();
    },
    '?': () => setOpen('sheet'),
  });
  const press = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k' && !isComposing(event) && open === undefined) {
      event.preventDefault();
      setOpen('palette');
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
  const close = () => setOpen(undefined);
  if (open === 'palette') return <Palette pages={shown} onClose={close} />;
  return open === 'sheet' ? <Sheet onClose={close} /> : null;
}

/** One row of the palette. */
interface Entry {
  readonly id: string;
  readonly label: string;
  /** What it is found by beside its label. */
  readonly words: string;
  readonly icon?: string;
  readonly hint?: ReactNode;
  readonly run: () => void;
}

/** The pages of the role, and its acts on a person: at once on the page of one, otherwise the way leads to the search. */
function entriesOf(pages: readonly DeskPage[], me: Me): readonly Entry[] {
  const offers = offersNow();
  const acts = personActs.filter(({ name, act }) => name in offers || mayOf(me, act) !== 'no');
  return [
    ...pages.map(({ path, title, icon, key }) => ({
      id: path,
      label: t(title),
      words: path.slice('/desk/'.length),
      icon,
      hint: key !== undefined && (
        <>
          <Key of="g" /> <Key of={key} />
        </>
      ),
      run: () => navigate(path),
    })),
    ...acts.map(({ name, act, title }) => ({
      id: name,
      label: t(title),
      words: act,
      hint: !(name in offers) && t('dk.palette.first'),
      run: () => {
        const offer = offersNow()[name];
        if (offer === undefined) navigate(findPath);
        else offer();
      },
    })),
  ];
}

function Palette({ pages, onClose }: { readonly pages: readonly DeskPage[]; readonly onClose: () => void }) {
  const me = useMe();
  const entries = entriesOf(pages, me);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const wanted = text.trim().toLowerCase();
  const found = entries.filter(({ label, words }) => `${label} ${words}`.toLowerCase().includes(wanted));
  useEffect(() => document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' }), [id, chosen]);
  const choose = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    onClose();
    entry.run();
  };
  const onKeyDown = (event: Pressed) => {
    if (isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((at) => Math.min(Math.max(at + step, 0), found.length - 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(found[chosen]);
    }
  };
  return (
    <Dialog open onClose={onClose} size="m" title={t('dk.keys.palette')}>
      <TextInput
        label={t('dk.palette')}
        value={text}
        onKeyDown={onKeyDown}
        choosesIn={{ list: id, chosen: found[chosen] === undefined ? undefined : `${id}-${chosen}` }}
        hint={found.length === 0 ? t('dk.palette.none') : undefined}
        onChange={(next) => {
          setText(next);
          setChosen(0);
        }}
      />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- a <datalist> cannot be drawn */}
      <ul id={id} role="listbox" aria-label={t('dk.keys.palette')} className={css['list']}>
        {found.map((entry, index) => (
          // oxlint-disable jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events, jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- the field has the focus and the keys
          <li
            key={entry.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => choose(entry)}
            onPointerMove={() => setChosen(index)}
          >
            <Icon of={entry.icon ?? users} size={18} />
            {entry.label}
            {entry.hint !== false && <span className={css['combination']}>{entry.hint}</span>}
          </li>
          // oxlint-enable jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events, jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role
        ))}
      </ul>
    </Dialog>
  );
}

const keys: readonly (readonly [string, DeskKey])[] = [
  ['/', 'dk.keys.find'],
  ['Ctrl K', 'dk.keys.palette'],
  ['j k', 'dk.keys.next'],
  ['Enter', 'dk.keys.open'],
  ['x', 'dk.keys.field'],
  ['u', 'dk.keys.show'],
  ['n', 'dk.keys.note'],
  ['g …', 'dk.keys.go'],
  ['Esc', 'dk.keys.back'],
  ['?', 'dk.keys.help'],
];

function Sheet({ onClose }: { readonly onClose: () => void }) {
  const [on, setOn] = useState(keysAreOn);
  const { release } = useMe();
  return (
    <Dialog open onClose={onClose} size="m" title={t('dk.keys')} actions={<Button onClick={onClose}>{t('sys.close')}</Button>}>
      <dl className={css['keys']}>
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((part) => (
                <kbd key={part}>{part}</kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <label className={css['switch']}>
        <input
          type="checkbox"
          checked={on}
          onChange={() => {
            switchKeys(!on);
            setOn(!on);
          }}
        />{' '}
        {t('dk.keys.on')}
      </label>
      <p>
        {t('dk.h')} {release}
      </p>
    </Dialog>
  );
}
