import type { ReactNode } from 'react';
import type { Scope } from '#contract/vocabulary/scopes.ts';
import { useT } from '#web/lib/i18n.tsx';
import { Tile } from '#web/ui/rows.tsx';
import { lock } from '#web/ui/icons.ts';
import css from './scope-list.module.css';
import { scopeWords } from './scopes.ts';

interface ScopeListProps {
  readonly scopes: readonly { readonly name: Scope; readonly required: boolean }[];
  readonly chosen: ReadonlySet<Scope>;
  readonly onChange: (name: Scope, isChosen: boolean) => void;
}

/**
 * The scopes that an app or a device requests: each can be deselected, except required ones. The last line names data
 * that is never shared.
 */
export function ScopeList({ scopes, chosen, onChange }: ScopeListProps): ReactNode {
  const t = useT();
  return (
    <ul className={css['list']}>
      {scopes.map(({ name, required }) => {
        const { text, icon } = scopeWords[name];
        return (
          <li key={name}>
            <label className={css['scope']}>
              <Tile icon={icon} />
              <span className={css['text']}>{t(text)}</span>
              {!required && (
                <input
                  type="checkbox"
                  className={css['tick']}
                  checked={chosen.has(name)}
                  onChange={(event) => onChange(name, event.currentTarget.checked)}
                />
              )}
            </label>
          </li>
        );
      })}
      <li className={css['scope']}>
        <Tile icon={lock} tone="success" />
        <span className={css['text']}>{t('cs.not')}</span>
      </li>
    </ul>
  );
}
