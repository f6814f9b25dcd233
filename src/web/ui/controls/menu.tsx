import type { ReactNode } from 'react';
import { Icon } from '#web/ui/marks/icon.tsx';
import { anchor } from './link.tsx';
import css from './menu.module.css';
import { Popover } from './popover.tsx';

export interface MenuItem {
  readonly label: ReactNode;
  readonly icon?: string;
  readonly href?: string;
  readonly newTab?: boolean;
  readonly onSelect?: () => void;
  /** The language of the label, if it differs from the page's. */
  readonly lang?: string;
  /** Only on narrow screens; wide ones show it elsewhere. */
  readonly isNarrow?: boolean;
}

interface MenuProps {
  readonly trigger: ReactNode;
  readonly label: string;
  readonly className?: string;
  /** The account of the menu; not a link. */
  readonly header?: ReactNode;
  readonly items: readonly MenuItem[];
}

/**
 * A button that discloses a list of links and actions (a disclosure, so Tab moves through it like through any list).
 */
export function Menu({ trigger, label, className, header, items }: MenuProps) {
  return (
    <Popover trigger={trigger} label={label} className={className} closesOnPress>
      {header !== undefined && <div className={css['header']}>{header}</div>}
      <ul className={css['list']}>
        {items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the items of a menu do not change places
          <li key={index} className={item.isNarrow === true ? css['narrow'] : undefined}>
            <Item {...item} />
          </li>
        ))}
      </ul>
    </Popover>
  );
}

function Item({ label, icon, href, newTab, onSelect, lang }: MenuItem) {
  const content = (
    <>
      {icon !== undefined && <Icon of={icon} size={18} />}
      {label}
    </>
  );
  return href === undefined ? (
    <button type="button" className={css['item']} lang={lang} onClick={onSelect}>
      {content}
    </button>
  ) : (
    <a {...anchor({ href, newTab }, onSelect)} className={css['item']} lang={lang}>
      {content}
    </a>
  );
}
