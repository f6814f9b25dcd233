import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './chart.module.css';

export interface ChartSeries {
  readonly name: string;
  readonly values: readonly number[];
  /** Bars are filled, lines are dashed: color alone tells nothing apart. */
  readonly mark: 'bars' | 'line';
}

interface ChartProps {
  /** What the chart shows, as a sentence: the picture for those who do not see it. */
  readonly label: string;
  readonly series: readonly ChartSeries[];
  /** The moment of a place. */
  readonly at: (index: number) => string;
  /** Words below some places. */
  readonly ticks: readonly { readonly index: number; readonly text: string }[];
  readonly number: (value: number) => string;
  /** The heading of the moments in the table. */
  readonly when: string;
  /** The text of the button of the table, whose key is `t`. */
  readonly tableText: string;
}

const width = 600;
const band = { bars: 120, line: 56 } as const;
const gap = 20;

/** Counts over time, each series in a band of its own. Arrow keys move a cross-hair; `t` shows the same numbers as a table. */
export function Chart({ label, series, at, ticks, number, when, tableText }: ChartProps): ReactNode {
  const [place, setPlace] = useState<number>();
  const [isTable, setTable] = useState(false);
  const count = series[0]?.values.length ?? 0;
  const step = width / Math.max(1, count);
  const tops: number[] = [];
  let height = gap;
  for (const { mark } of series) {
    tops.push(height);
    height += band[mark] + gap;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = place ?? count;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: count - 1 }[event.key];
    if (event.key === 't') setTable(!isTable);
    else if (event.key === 'Escape' && place !== undefined) setPlace(undefined);
    else if (to !== undefined) setPlace(Math.min(count - 1, Math.max(0, to)));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onPointerMove({ clientX, currentTarget }: PointerEvent): void {
    const box = currentTarget.getBoundingClientRect();
    setPlace(Math.min(count - 1, Math.max(0, Math.floor(((clientX - box.left) / box.width) * count))));
  }

  const read =
    place === undefined ? '' : [at(place), ...series.map(({ name, values }) => `${name} ${number(values[place] ?? 0)}`)].join(' · ');
  return (
    <figure className={css['figure']}>
      <div className={css['legend']}>
        {series.map(({ name, mark }) => (
          <span key={name} className={css[mark]}>
            <i aria-hidden="true" />
            {name}
          </span>
        ))}
        <button type="button" aria-pressed={isTable} aria-keyshortcuts="t" onClick={() => setTable(!isTable)}>
          {tableText}
        </button>
      </div>
      {/* Preact leaves `tabIndex` of a drawing unread: the element around it gets the keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move the cross-hair of a picture */}
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img cannot hold a drawing
        role="img"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move the cross-hair
        tabIndex={0}
        className={css['chart']}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setPlace(undefined)}
      >
        {/* Its numbers and dates would follow the sentence, without a word about what they count. */}
        <svg aria-hidden="true" viewBox={`0 0 ${width} ${height + (ticks.length > 0 ? 4 : 0)}`}>
          {series.map(({ name, values, mark }, index) => {
            const most = Math.max(1, ...values);
            const top = tops[index] ?? 0;
            const bottom = top + band[mark];
            const y = (value: number) => Math.round((bottom - (value / most) * band[mark]) * 10) / 10;
            const x = (spot: number) => Math.round(spot * step * 10) / 10;
            const path = values.map((value, spot) =>
              mark === 'bars'
                ? `M${x(spot + 0.1)} ${bottom}V${y(value)}H${x(spot + 0.9)}V${bottom}`
                : `${spot === 0 ? 'M' : 'L'}${x(spot + 0.5)} ${y(value)}`,
            );
            return (
              <g key={name}>
                <path d={`M0 ${top}H${width}M0 ${bottom}H${width}`} className={css['rule']} />
                <path d={path.join('')} className={css[mark]} />
                <text x={width} y={top - 5} textAnchor="end">
                  {number(most)}
                </text>
              </g>
            );
          })}
          {ticks.map(({ index, text }) => (
            <text key={index} x={(index + 0.5) * step} y={height} textAnchor="middle">
              {text}
            </text>
          ))}
          {place !== undefined && <path d={`M${(place + 0.5) * step} ${gap}V${height - gap}`} className={css['cross']} />}
        </svg>
      </div>
      <output className={css['read']}>{read}</output>
      {isTable && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
        <section className={css['scroll']} aria-label={label} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{when}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: count }, (_, index) => (
                <tr key={index} className={classes(index === place && css['here'])}>
                  <th scope="row">{at(index)}</th>
                  {series.map(({ name, values }) => (
                    <td key={name}>{number(values[index] ?? 0)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </figure>
  );
}
