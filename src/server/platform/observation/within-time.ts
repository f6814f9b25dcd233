import { second } from '#server/platform/clock.ts';

const limitMs = 2 * second;

/** Whether work ends well within two seconds. */
export async function withinTime(work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), limitMs);
  try {
    const done = work.then(
      () => true,
      () => false,
    );
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}
