import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent as Pressed } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextInput } from './fields.tsx';
import { isComposing, keysAreOn, switchKeys, useKeys } from './keys.ts';
import { findPath, type DeskPage } from './pages.ts';
import { go } from './router.ts';
import { t, type DeskKey } from './texts.ts';
import css from './keys-sheet.module.css';

/** Puts the focus into the field of the page where it is already shown. */
function focusFind(): boolean {
  const field = location.pathname === findPath ? document.querySelector<HTMLInputElement>('main form input') : null;
  field?.focus();
  field?.select();
  return field !== null;
}

/** The keys of the desk: find, go, the palette of all pages, and a sheet of all keys. */
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
    if (page !== undefined) go(page.path);
  };
  useKeys({
    ...Object.fromEntries(shown.flatMap(({ key }) => (key === undefined ? [] : [[key, letter(key)]]))),
    '/': () => {
      if (mayFind && !focusFind()) go(findPath);
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

function Palette({ pages, onClose }: { readonly pages: readonly DeskPage[]; readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const wanted = text.trim().toLowerCase();
  const found = pages.filter(({ title, path }) => `${t(title)} ${path.slice('/desk/'.length)}`.toLowerCase().includes(wanted));
  const openPage = (page: DeskPage | undefined) => {
    if (page === undefined) return;
    onClose();
    go(page.path);
  };
  const onKeyDown = (event: Pressed) => {
    if (isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((at) => Math.min(Math.max(at + step, 0), found.length - 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      openPage(found[chosen]);
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
      <ul id={id} role="listbox" aria-label={t('dk.keys.palette')} className={css['list']}>
        {found.map((page, index) => (
          // The field has the focus and the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- as above
          <li
            key={page.path}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => openPage(page)}
            onPointerMove={() => setChosen(index)}
          >
            <Icon of={page.icon} size={18} />
            {t(page.title)}
            {page.key !== undefined && (
              <span className={css['combination']}>
                <kbd>g</kbd> <kbd>{page.key}</kbd>
              </span>
            )}
          </li>
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
  ['u', 'dk.keys.show'],
  ['g …', 'dk.keys.go'],
  ['Esc', 'dk.keys.back'],
  ['?', 'dk.keys.help'],
];

function Sheet({ onClose }: { readonly onClose: () => void }) {
  const [on, setOn] = useState(keysAreOn);
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
    </Dialog>
  );
}
