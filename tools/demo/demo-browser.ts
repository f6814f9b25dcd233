import { connectHttp, type HttpClient } from '#server/testing/server/http-client.ts';
import { fetchFrom } from '#server/testing/server/test-browser.ts';
import type { DemoBrowser, DemoPerson } from './demo-people.ts';

/** A browser of a person, as the server sees it. */
export function demoBrowser(origin: string, { language }: Pick<DemoPerson, 'language'>, { userAgent, clientIp }: DemoBrowser): HttpClient {
  const send = fetchFrom(origin);
  const client = connectHttp(origin, {
    clientIp,
    language,
    send: (request) => send({ ...request, headers: { 'user-agent': userAgent, ...request.headers } }),
  });
  // As chosen in the header of the pages: an account takes the language of the page where it was made.
  client.cookies.set('lang', language.replace('-', '_'));
  return client;
}
