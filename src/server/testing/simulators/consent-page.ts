import { escapeHtml, page, type SimulatedAnswer, type SimulatedRequest } from './simulated-http.ts';
import { simulatedPeople } from './people.ts';

/** What the person did on a platform's page. */
export type Decision = 'approve' | 'refuse' | 'wrongState';

/** The platform's page that asks for consent: approve as somebody, refuse, or come back with another state. */
export function consentPage(platform: string, query: URLSearchParams): SimulatedAnswer {
  const hidden = [...query]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const button = (decision: Decision, person: string, label: string) =>
    `<form method="get" action="decide">${hidden}<input type="hidden" name="decision" value="${decision}">` +
    `<input type="hidden" name="person" value="${person}"><button>${escapeHtml(label)}</button></form>`;
  const people = simulatedPeople.map(({ id, name }) => button('approve', id, `Approve as ${name || '(no name)'}`)).join('');
  const rest = button('refuse', '1', 'Refuse') + button('wrongState', '1', 'Approve, but come back with another state');
  return page(`${platform} (simulated)`, `<p>An application asks who you are.</p>${people}${rest}`);
}

export function decisionOf({ query }: SimulatedRequest): { readonly decision: Decision; readonly person: string } {
  const decision = query.get('decision');
  return {
    decision: decision === 'refuse' || decision === 'wrongState' ? decision : 'approve',
    person: query.get('person') ?? '1',
  };
}

/** The way back, with these parameters added. */
export function backTo(redirectUri: string, parameters: Readonly<Record<string, string>>): SimulatedAnswer {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value);
  return { status: 302, location: url.href };
}
