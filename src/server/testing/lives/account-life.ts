import fc from 'fast-check';
import { wire } from '#server/app/wire.ts';
import { hour } from '#server/platform/clock.ts';
import { checkInvariants, checkWaiting, countAccounts } from './life-invariants.ts';
import { legacySteps } from './life-legacy-steps.ts';
import type { LifeModel, LifeSystem } from './life-model.ts';
import type { LifeStep } from './life-step.ts';
import { accountSteps } from './life-steps.ts';
import { buildTestApp, cheapPasswordCost } from '#server/testing/server/test-app.ts';

type Command = fc.AsyncCommand<LifeModel, LifeSystem>;

/** The setting of lives: a server and a second instance on the same database. */
export interface LifeRig {
  readonly system: LifeSystem;
  /**
   * Leads lives of up to `maxSteps` steps in random order. @throws {Error} with seed and steps at the first broken
   * invariant
   */
  lead(lives: number, options: { readonly maxSteps: number; readonly seed?: number }): Promise<void>;
  /** The number of steps taken. */
  steps(): number;
  close(): Promise<void>;
}

/** Without rate limits: lives are many and fast. */
export async function openLifeRig(): Promise<LifeRig> {
  const app = await buildTestApp({ config: { rateFactor: 1_000_000, logLevel: 'error' } });
  const twin = await wire(app.config, {
    clock: app.clock,
    log: app.wiring.platform.log,
    db: app.db,
    hasherThreads: 1,
    passwordCost: cheapPasswordCost,
  });
  // Purges are steps, and the first instance fetches messages, so that a step finds its own.
  await twin.jobs.deletions.close();
  await twin.jobs.outbox.close();
  const system: LifeSystem = { app, twin, browser: app.newBrowser(), before: 0 };
  let taken = 0;

  function commandOf(step: LifeStep, pick: number): Command {
    return {
      check: step.check,
      async run(model) {
        taken += 1;
        // Codes have a cooldown and a budget; time passes between two steps.
        app.clock.advance(4 * hour);
        await step.run(model, system, pick);
        await checkInvariants(model, system);
      },
      toString: () => `${step.name} (${pick})`,
    };
  }

  const steps = [...accountSteps, ...legacySteps];
  return {
    system,
    steps: () => taken,
    async lead(lives, { maxSteps, seed }) {
      // With the default bias, lives would have one or two steps.
      const commands = fc.noBias(
        fc.commands(
          steps.map((step) => fc.nat(11).map((pick) => commandOf(step, pick))),
          { maxCommands: maxSteps, size: 'max' },
        ),
      );
      const life = fc.asyncProperty(commands, async (chosen) => {
        system.before = await countAccounts(app);
        const model: LifeModel = { accounts: [], legacy: [], gone: [], free: [], spent: [] };
        await fc.asyncModelRun(() => ({ model, real: system }), chosen);
        await checkWaiting(model, system);
      });
      await fc.assert(life, { numRuns: lives, endOnFailure: true, ...(seed === undefined ? {} : { seed }) });
    },
    async close() {
      await twin.close();
      await app.close();
    },
  };
}
