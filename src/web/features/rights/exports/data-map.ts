import { useQuery } from '@tanstack/react-query';
import type { DataMap, KeptUntil } from '#contract/vocabulary/kept-data.ts';
import { track } from '#web/lib/api/pending.ts';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import type { Translate } from '#web/lib/texts/i18n.tsx';
import { accountCache } from '#web/widgets/account/account-cache.ts';

/** Kept data of people, with reason and period: the same for everybody. */
export function useDataMap() {
  return useQuery({ queryKey: ['data-map'], queryFn: ({ signal }) => track(readDataMap(signal)), staleTime: Infinity }, accountCache);
}

async function readDataMap(signal: AbortSignal): Promise<DataMap> {
  const response = await fetch('/data-map.json', { signal }).catch(() => undefined);
  if (response?.ok !== true) throw new RefusalError({ refusal: response === undefined ? 'offline' : 'serverError' });
  // Our own server writes it, by the same type.
  return (await response.json()) as DataMap;
}

/** When something is erased. */
export function untilText({ kind, days }: KeptUntil, t: Translate): string {
  return t(`dt.until.${kind}`, { n: days });
}
