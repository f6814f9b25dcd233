/** The progress of a long command, on the terminal or in a log. */
export interface Progress {
  /** @param done of `total`, as given to `startProgress` */
  show(done: number, sentence: string): void;
  /** Ends the line of the bar. */
  end(): void;
}

const barWidth = 30;

/** A bar that stays on its line on a terminal; elsewhere (a pipe, a log) one line per tenth. */
export function startProgress(total: number): Progress {
  const { stdout } = process;
  let tenths = -1;
  return {
    show(done, sentence) {
      const share = total === 0 ? 1 : done / total;
      const percent = `${Math.floor(share * 100)} %`.padStart(6);
      if (stdout.isTTY) {
        const filled = Math.floor(share * barWidth);
        // Cut at the edge: a bar that wraps would leave a line behind each time.
        const text = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}${percent}  ${sentence}`.slice(0, stdout.columns - 1);
        stdout.write(`\r${text}\u{1b}[K`);
      } else if (Math.floor(share * 10) > tenths) {
        tenths = Math.floor(share * 10);
        stdout.write(`${percent}  ${sentence}\n`);
      }
    },
    end() {
      if (stdout.isTTY) stdout.write('\n');
    },
  };
}
