/**
 * Runs the control of each guard, with it and without it, and prints what each has shown, as JSON:
 *   node src/server/testing/thief/run-controls.ts [names]
 * `GUARDS_OFF` takes guards out of all of them.
 */
import { guardNames, installSwitches, readGuardsOff, setGuardsOff, type GuardName } from './guards-off.ts';

installSwitches();
const always = readGuardsOff(process.env['GUARDS_OFF']);
const names = readGuardsOff(process.argv[2] ?? guardNames.join(','));
const { openThiefRig } = await import('./rig.ts');
const { BrokenPromise } = await import('./broken-promise.ts');
const { leadCourse } = await import('./lead-life.ts');
const { controls } = await import('./controls.ts');

export interface Shown {
  readonly name: GuardName;
  /** Promise that breaks with the guard, and without it. */
  readonly withIt: string;
  readonly withoutIt: string;
}

const rig = await openThiefRig();
const shown: Shown[] = [];
for (const name of names) shown.push({ name, withIt: await lead(name, always), withoutIt: await lead(name, [...always, name]) });
await rig.close();
process.stdout.write(`${JSON.stringify(shown)}\n`);

/** The broken promise; '' for a life in which all hold. */
async function lead(name: GuardName, off: readonly GuardName[]): Promise<string> {
  setGuardsOff(off);
  try {
    const control = controls[name];
    if (typeof control === 'function') await control(rig.app);
    else await leadCourse(rig.app, control);
    return '';
  } catch (error) {
    if (error instanceof BrokenPromise) return error.message;
    throw error;
  }
}
