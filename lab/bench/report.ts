/** One measured number beside its aim. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Absent: printed, not judged. */
  readonly aim?: { readonly atMost: number } | { readonly atLeast: number };
  /** The comparison or the method of measurement. */
  readonly note?: string;
}

/** Whether the aim is met; undefined without an aim. */
function isMet({ value, aim }: Row): boolean | undefined {
  if (!aim) return undefined;
  return 'atMost' in aim ? value <= aim.atMost : value >= aim.atLeast;
}

/** Prints a table and returns how many aims were met and missed. */
export function printRows(rows: readonly Row[]): { readonly met: number; readonly missed: number } {
  const table = rows.map((row) => {
    const aim = !row.aim ? '' : 'atMost' in row.aim ? `≤ ${row.aim.atMost}` : `≥ ${row.aim.atLeast}`;
    const met = isMet(row);
    return [row.name, figure(row.value), row.unit, aim, met === undefined ? '' : met ? 'met' : 'MISSED', row.note ?? ''];
  });
  const header = ['measure', 'value', 'unit', 'aim', '', 'how'];
  const widths = header.map((title, column) => Math.max(title.length, ...table.map((cells) => (cells[column] ?? '').length)));
  for (const cells of [header, ...table]) {
    const line = cells.map((cell, column) => (column === 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)));
    console.log(line.join('  ').trimEnd());
  }
  const judged = rows.map(isMet);
  return { met: judged.filter((met) => met === true).length, missed: judged.filter((met) => met === false).length };
}

function figure(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(3).replace(/0$/, '');
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The value that `share` of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;
}
