import type { Store } from '#server/core/store.ts';
import { appCauseNames } from '#contract/apps/developer/developer.words.ts';
import { defaultLanguage } from '#contract/vocabulary/languages.ts';
import { fill } from '#messages/fill.ts';
import { webTexts } from '#messages/web-catalogues.ts';
import { listFailures } from '#server/core/apps/developer/app-activity.repository.ts';
import { failuresSince } from '#server/core/apps/developer/app-activity.ts';

const mostShown = 50;

/** The last refused requests of a client in words, the newest first: what the Developer Center shows of an app with an owner. */
export async function clientFailures({ db, clock }: Pick<Store, 'db' | 'clock'>, clientId: string): Promise<string> {
  const words = await webTexts[defaultLanguage]();
  const since = failuresSince(clock.now());
  const rows = await listFailures(db, { clientId, since, before: undefined, endpoint: undefined, cause: undefined, limit: mostShown });
  const lines = rows.map(({ minute, endpoint, error, cause: noted, detail, count, last_request_id: request }) => {
    const cause = appCauseNames.find((name) => name === noted) ?? 'other';
    const said = fill(words[`dc.c.${cause}`], { address: detail, date: detail, scope: detail, name: detail, n: detail });
    return [new Date(minute).toISOString(), endpoint, `${count} ×`, error, said, words[`dc.do.${cause}`], request].join('\t');
  });
  return lines.length === 0 ? `No request of ${clientId} was refused lately.` : lines.join('\n');
}
