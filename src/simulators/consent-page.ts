import { escapeHtml, page, type SimulatedAnswer, type SimulatedRequest } from './simulated-http.ts';
import { troubles, type Trouble } from './one-time-codes.ts';
import { simulatedPeople } from './people.ts';

/** The person's choice on a platform's page. */
export type Decision = 'approve' | 'refuse' | 'wrongState' | Trouble;

/** A platform's consent page: approve as a person, refuse, return with another state, or approve with trouble. */
export function consentPage(platform: string, query: URLSearchParams): SimulatedAnswer {
  const hidden = [...query]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const button = (decision: Decision, person: string, label: string) =>
    `<form method="get" action="decide">${hidden}<input type="hidden" name="decision" value="${decision}">` +
    `<input type="hidden" name="person" value="${person}"><button>${escapeHtml(label)}</button></form>`;
  const people = simulatedPeople.map(({ id, name }) => button('approve', id, `Approve as ${name || '(no name)'}`)).join('');
  const rest = button('refuse', '1', 'Refuse') + button('wrongState', '1', 'Approve, but come back with another state');
  const troubled = troubles.map((trouble) => button(trouble, '1', `Approve, and then: ${trouble}`)).join('');
  return page(`${platform} (simulated)`, `<p>An application asks who you are.</p>${people}${rest}${troubled}`);
}

export function decisionOf({ query }: SimulatedRequest): {
  readonly decision: 'approve' | 'refuse' | 'wrongState';
  readonly trouble: Trouble | undefined;
  readonly person: string;
} {
  const decision = query.get('decision');
  return {
    decision: decision === 'refuse' || decision === 'wrongState' ? decision : 'approve',
    trouble: troubles.find((trouble) => trouble === decision),
    person: query.get('person') ?? '1',
  };
}

/** The return URL with these parameters added. */
export function backTo(redirectUri: string, parameters: Readonly<Record<string, string>>): SimulatedAnswer {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value);
  return { status: 302, location: url.href };
}
