import type { deskPersonEndpoints } from '#contract/operations/desk/calls/person.ts';
import { dateText } from '#web/lib/texts/intl.ts';
import type { DeskData } from '#web/desk/desk-call.ts';
import { kindText } from './person-words.ts';
import css from '#web/desk/pages/pages.module.css';

type Line = DeskData<typeof deskPersonEndpoints.deskCard>['lines'][number];

/** Events in an account, day by day, the newest first. */
export function Timeline({ lines }: { readonly lines: readonly Line[] }) {
  const days = new Map<string, Line[]>();
  for (const line of lines) {
    const day = dateText(new Date(line.at ?? 0), 'day');
    days.set(day, [...(days.get(day) ?? []), line]);
  }
  return (
    <div className={css['timeline']}>
      {[...days].map(([day, its]) => (
        <section key={day} aria-label={day}>
          <h3>{day}</h3>
          <ol>
            {its.map((line) => (
              <li key={line.id} data-tone={toneOf(line.kind)}>
                <b>{kindText(line)}</b>
                <small>{[dateText(new Date(line.at ?? 0), 'time'), line.title].filter((part) => part !== '').join(' · ')}</small>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** Tone of an event: it takes something away, it is of the staff, or any other. */
function toneOf(event: string): 'danger' | 'staff' | 'warning' | undefined {
  if (/locked|frozen|removed|deletion/.test(event)) return 'danger';
  if (/^(?:operator|desk|account\.unlocked)/.test(event)) return 'staff';
  return /failures|refused|added|bound|changed/.test(event) ? 'warning' : undefined;
}
