import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files of tens of seconds, and those that wait for programs and clocks: a run that began them late would end with one busy worker. A
 * fresh clone knows no durations, and Vitest goes by size.
 */
export const longest = [
  'tools/demo.test.ts',
  'lab/bench/loads.test.ts',
  'tools/staged-image.test.ts',
  'src/web/app/pages/screens.test.tsx',
  'src/server/whole/lives/life-crash.test.ts',
  'src/server/app/stop.test.ts',
  'src/server/capabilities/apps/desktop/account-service.test.ts',
  'src/server/whole/load/openid-instances.postgres.test.ts',
  'src/server/whole/lives/long-past.postgres.test.ts',
  'src/server/whole/load/plans.postgres.test.ts',
];

/**
 * Projects one after the other, because a worker serves one of them: first those that wait, for programs and for PostgreSQL, while the
 * browser suite computes; last the one whose many short files compute.
 */
const projects = ['tools', 'server-postgres', 'screens', 'server'];

/** In each project the longest files first, the others as Vitest orders them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const project = (spec: TestSpecification): number => placeIn(projects, (name) => name === spec.project.name);
    const length = (spec: TestSpecification): number => placeIn(longest, (file) => spec.moduleId.endsWith(`/${file}`));
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of Vitest, which returns a new list
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => project(one) - project(other) || length(one) - length(other));
  }
}

function placeIn(list: readonly string[], isIt: (each: string) => boolean): number {
  const at = list.findIndex(isIt);
  return at === -1 ? list.length : at;
}
