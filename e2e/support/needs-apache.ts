import { missingApache } from './apache.ts';

/** Global set-up of the tests with Apache: ends the run, with one line, where it is not installed. */
export default function needsApache(): void {
  const missing = missingApache();
  if (missing === undefined) return;
  console.error(missing);
  process.exit(1);
}
