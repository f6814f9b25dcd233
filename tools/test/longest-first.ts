import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files of tens of seconds, and those that wait for programs and clocks: a run that began them late would end with one busy worker. A
 * fresh clone knows no durations, and Vitest goes by size.
 */
const longest = [
  'src/web/app/pages/screens.test.tsx',
  'src/server/whole/lives/life-crash.test.ts',
  'src/server/whole/load/openid-instances.postgres.test.ts',
  'src/server/app/stop.test.ts',
  'tools/demo.test.ts',
  'src/server/capabilities/apps/desktop/account-service.test.ts',
  'src/server/whole/lives/long-past.postgres.test.ts',
  'src/server/whole/load/plans.postgres.test.ts',
  'lab/bench/loads.test.ts',
  'tools/staged-image.test.ts',
] as const;

/** The longest files first, the others as Vitest orders them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
      return at === -1 ? longest.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
