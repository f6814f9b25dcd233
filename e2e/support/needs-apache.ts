import { missingApache } from './apache.ts';

/** Global set-up of the tests with Apache: if it is not installed, ends the run with one line. */
export default function needsApache(): void {
  const missing = missingApache();
  if (missing === undefined) return;
  console.error(missing);
  process.exit(1);
}
