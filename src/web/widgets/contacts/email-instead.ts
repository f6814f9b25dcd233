import { isRecord, type RefusalError } from '#web/lib/api/refusal-error.ts';

/** The masked email that the server requires if the phone does not suffice (3011); undefined for any other refusal. */
export function emailInstead({ refusal, data: { methods } }: RefusalError): string | undefined {
  if (refusal !== 'secondStepNeeded' || !Array.isArray(methods)) return undefined;
  const targets: readonly unknown[] = methods.map((each: unknown) =>
    isRecord(each) && each['method'] === 'email' ? each['target'] : undefined,
  );
  return targets.find((target) => typeof target === 'string');
}
