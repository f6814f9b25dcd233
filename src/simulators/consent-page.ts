import type { Platform } from '#contract/vocabulary/platforms.ts';
import type { SimulatedAnswer, SimulatedRequest } from './simulated-http.ts';
import { escapeHtml, inBoth, page, type Bilingual } from './simulated-page.ts';
import { troubles, type Trouble } from './one-time-codes.ts';
import { simulatedPeople, type SimulatedPerson } from './people.ts';

/** The person's choice on a platform's page. */
export type Decision = 'approve' | 'refuse' | 'wrongState' | Trouble;

const titles: Readonly<Record<Platform, Bilingual>> = {
  wechat: { en: 'WeChat (simulated)', zh: '微信（模拟）' },
  weibo: { en: 'Weibo (simulated)', zh: '微博（模拟）' },
  qq: { en: 'QQ (simulated)', zh: 'QQ（模拟）' },
};

const troubleTexts: Readonly<Record<Trouble, Bilingual>> = {
  slow: { en: 'Approve, and then: slow', zh: '同意，但平台响应缓慢' },
  down: { en: 'Approve, and then: down', zh: '同意，但平台不可用' },
  garbage: { en: 'Approve, and then: garbage', zh: '同意，但平台返回无法识别的内容' },
  limited: { en: 'Approve, and then: limited', zh: '同意，但平台限制了该用户' },
};

/** A platform's consent page: approve as a person, refuse, return with another state, or approve with trouble. */
export function consentPage(platform: Platform, query: URLSearchParams): SimulatedAnswer {
  const hidden = [...query]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const button = (decision: Decision, person: string, label: string) =>
    `<form method="get" action="decide">${hidden}<input type="hidden" name="decision" value="${decision}">` +
    `<input type="hidden" name="person" value="${person}"><button>${label}</button></form>`;
  const portrait = ({ id }: SimulatedPerson) => `<img src="/${platform}/avatar/${id}/100" alt="" width="40" height="40">`;
  const people = simulatedPeople.map((person) => button('approve', person.id, `${portrait(person)}<span>${approveAs(person)}</span>`));
  const trouble = [
    button('wrongState', '1', inBoth({ en: 'Approve, but come back with another state', zh: '同意，但返回的 state 不一致' })),
    ...troubles.map((each) => button(each, '1', inBoth(troubleTexts[each]))),
  ];
  return page(
    titles[platform],
    `<section class="card"><p>${inBoth({ en: 'An application asks who you are. Choose anybody.', zh: '有应用想知道您是谁。请任选一人。' })}</p>` +
      `<div class="people">${people.join('')}</div><div class="ways">${button('refuse', '1', inBoth({ en: 'Refuse', zh: '拒绝' }))}</div></section>` +
      `<section class="card"><h2>${inBoth({ en: 'Trouble', zh: '异常情况' })}</h2><div class="ways">${trouble.join('')}</div></section>`,
  );
}

function approveAs({ name }: SimulatedPerson): string {
  return name === ''
    ? inBoth({ en: 'Approve as somebody without a name', zh: '以无昵称用户的身份同意' })
    : inBoth({ en: `Approve as ${name}`, zh: '同意' });
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
