/// <reference types="vite/types/importMeta.d.ts" />
import { describe, expect, it } from 'vitest';
import { ruleMessageKey } from './rule-keys.ts';
import { web } from './en/web.ts';
import { catalogue, type CatalogueEntry } from '#contract/errors.ts';
import { degrees } from '#contract/vocabulary/degrees.ts';
import { genders } from '#contract/vocabulary/genders.ts';
import { industries } from '#contract/vocabulary/industries.ts';
import { languages, shortName, type ShortLanguage } from '#contract/vocabulary/languages.ts';
import { localRules, serverRules } from '#contract/rules/all.ts';

type Texts = ReadonlyMap<string, string>;

/** Every text of a module by its path; texts may be in nested objects and lists. */
function flatten(value: unknown, path: string): readonly (readonly [string, string])[] {
  if (typeof value === 'string') {
    return [[path, value]];
  }
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, part]) => flatten(part, `${path}/${key}`)) : [];
}

/** Every file of texts, including later ones. */
const modules = import.meta.glob<Readonly<Record<string, unknown>>>(['./*/**/*.ts', '!./*/{catalogue,web}.ts'], {
  eager: true,
});

const files = Object.keys(modules)
  .filter((path) => path.startsWith('./en/'))
  .map((path) => path.slice('./en/'.length));

function textsOf(language: ShortLanguage, file: string): Texts {
  return new Map(flatten(modules[`./${language}/${file}`], ''));
}

/** Brand words and the device of an SMS: one language may use them and another not. */
function placeholders(text: string): readonly string[] {
  return (text.match(/\{\w+\}/g) ?? []).filter((name) => !['{brand}', '{os}', '{on}'].includes(name)).toSorted();
}

interface Written {
  readonly key: string;
  readonly text: string;
  readonly file: string;
}

/** Placeholders whose value can be Chinese or Latin; `fill.ts` puts the spaces around them. All others hold Latin text. */
const eitherScript =
  'brand|os|platform|app|name|nickname|account|field|scope|device|browser|agreement|action|claim|place|way|date|time|day|wait|near|ways';

/** Word for word from the specification, so these may break a rule. */
const binding = new Set([
  'v.username.block',
  'v.username.sensitive',
  'v.nickname.sensitive',
  'v.nickname.regex',
  'v.email.activated',
  'v.email.block',
  'v.email.limit',
  'v.email.not_exists',
  'msg.mailLimit',
  'msg.signupLimit',
  'mailLimit',
  'signUpLimit',
  'emailNotExists',
  'sensitiveWords',
  'tip.username',
  'v.username.regex',
  'title.resRegister',
  'title.resUpgrade',
  'ts.smsNote',
  'reference',
]);

/** Words that say how the server works, or praise: people's pages and messages do without them. */
const foreignWords = {
  zh: /证明|独立|强度|来自不同设备|凭据|会话|条记录|已完善/,
  en: /\b(?:proofs?|proven|independent|strength|credentials?|tokens?|sessions?|records|successfully)\b|\ball set\b/i,
} as const;

/** Texts for staff, developers and lawyers. */
const isOfOthers = /desk|developer|legal|staff|transparency/;

/** Labels, titles, buttons, field errors and toasts. */
const isLabel = /^(?:a11y|btn|d|f|foot|g|head|ind|msg|nav|place|social|st|time|tip|title|toast|v)\.|(?:\.h|\.btn|\.ok|H|Btn)$/;
/** Sentences below a title. */
const isLead = /(?:\.b|[a-z]B|[lL]ead|[bB]ody)$/;

const everywhere = ({ key, text }: Written): readonly (readonly [boolean, string])[] => [
  [text.includes('...') || text.includes('……'), 'an ellipsis is one …'],
  [/!|！/.test(text), 'no exclamation marks'],
  [text.includes('  '), 'one space between words'],
  [isLabel.test(key) && /^[^.。]+[.。]$/.test(text), 'one sentence without a period'],
  [isLead.test(key) && !/[.。?？…:：}]$/.test(text), 'a sentence with a period'],
];

/** Words that a native writer would not use here, each with the usual one. */
const englishWords = [
  [/\b(?:some|no|every|any)body\b/i, 'someone, no one, everyone, anyone'],
  [/\bwhoever\b|\blately\b|\bmend|\bmakers?\b|\bgo(?:es)? (?:on|over)\b|\bpresent (?:one|code|password)\b/i, 'usual words'],
  [/\b(?:take|taken|takes|took) (?:it |this |the \w+ )?(?:away|back)\b/i, 'remove, undo, withdraw'],
  [/\bpass (?:it|the code) on\b/i, 'share'],
  [/\be-mail|\b(?:this|the|a|newer) mails?\b/i, 'email'],
  [/\b(?:un)?bind\b/i, 'link for social accounts, add for contacts'],
  [/\bwhere people come back\b|\bnothing in particular\b|\b(?:redirect|sign-out) address|\bmade on\b/i, 'redirect URL, created on'],
  [/\b(?:person|owner|lead|member)s? (?:is|was|are|were) told\b/i, 'notified'],
  [/\b(?:cannot|can) be (?:answered|signed in to)\b/i, 'active verbs'],
  [
    /\b(?:author|recogn|synchron|organ|anonym)is[ei]|cancell(?:ed|ing)|\b(?:colour|favour|behaviour|centres?|defence|licence|catalogue|grey|whilst|fulfil)\b/i,
    'American spelling',
  ],
] as const;

const english = ({ key, text }: Written): readonly (readonly [boolean, string])[] => [
  ...englishWords.map(([pattern, usual]) => [pattern.test(text) && key !== 'title.bindEmail', usual] as const),
  [/\p{L}'\p{L}|"/u.test(text), 'typographic quotes and apostrophes'],
  [(text.match(/please/gi) ?? []).length > 1, 'one please'],
];

const chinese = ({ text, file }: Written): readonly (readonly [boolean, string])[] => {
  const either = `\\{(?:${eitherScript}${file.startsWith('mail') ? '|target' : ''})\\}`;
  const latin = `\\{(?!${either.slice(2)})\\w+\\}`;
  const meets = (one: string, other: string) => new RegExp(`${one}${other}|${other}${one}`, 'u').test(text);
  const han = '\\p{Script=Han}';
  return [
    [/你/.test(text), '您'],
    [/[帐]号|帐户|账户|登陆|[亲哦啦]|畅享|尊享/.test(text), 'the words of the house'],
    [meets(han, '[A-Za-z\\d]') || meets(han, latin), 'a space between Han and Latin or digits'],
    [new RegExp(`${han} ${either}|${either} ${han}`, 'u').test(text), 'no space at a placeholder of either script'],
    [/[\p{Script=Han}}][,;:!?()]|[,;!?()][\p{Script=Han}]|"/u.test(text), 'full-width punctuation'],
    [/[“”（）：；，。、？] | [“”（）：；，。、？]/.test(text), 'no space beside full-width punctuation'],
    [/\d ?~ ?\d/.test(text), '～ for ranges'],
  ];
};

/** What a machine can see of docs/style.md. */
function problemsOf(short: ShortLanguage, written: Written): readonly string[] {
  if (binding.has(written.key) && (short === 'en' || written.key === 'v.nickname.regex')) return [];
  const isForeign = !isOfOthers.test(written.file) && foreignWords[short === 'zh' ? 'zh' : 'en'].test(written.text);
  const found = [
    ...everywhere(written),
    ...(short === 'zh' ? chinese(written) : english(written)),
    [isForeign, 'no word of the machine, and no praise'] as const,
  ];
  return found.filter(([isProblem]) => isProblem).map(([, problem]) => problem);
}

/** English is the reference for all others. */
const others = languages.map(shortName).filter((short) => short !== 'en');

describe.each(files)('the texts of %s', (file) => {
  const en = textsOf('en', file);

  it.each(others)('are the same ones in English and %s', (short) => {
    expect([...textsOf(short, file).keys()].toSorted()).toEqual([...en.keys()].toSorted());
  });

  it.each(others)('have the same placeholders in English and %s', (short) => {
    const texts = textsOf(short, file);
    const differing = [...en].filter(([key, text]) => placeholders(text).join() !== placeholders(texts.get(key) ?? '').join());
    expect(differing).toEqual([]);
  });

  it('are not empty and name no brand', () => {
    const all = languages.flatMap((language) => [...textsOf(shortName(language), file)]);
    expect(all.filter(([, text]) => text.trim() === '' || /cedar|雪松/i.test(text))).toEqual([]);
  });

  it.each(['en', 'zh'] as const)('follow docs/style.md in %s', (short) => {
    const problems = [...textsOf(short, file)].flatMap(([path, text]) => {
      const key = path.split('/').at(-1) ?? '';
      return problemsOf(short, { key, text, file }).map((problem) => `${key}: ${problem}: ${text}`);
    });
    expect(problems).toEqual([]);
  });
});

describe('the rules of style', () => {
  it.each([
    ['zh', 'x.b', '你已退出登录。'],
    ['zh', 'x', '已绑定QQ'],
    ['zh', 'x', '请在15日内撤回'],
    ['zh', 'x', '我们会通知{target}'],
    ['zh', 'x', '登录 {brand}后继续'],
    ['zh', 'x', '请输入验证码,然后继续'],
    ['zh', 'x', '验证码(6 位)'],
    ['zh', 'x', '“{app}” 的授权'],
    ['zh', 'x', '登陆后重新输入帐号'],
    ['zh', 'x', '加载中...'],
    ['zh', 'btn.x', '撤销。'],
    ['zh', 'x.b', '申请已撤回'],
    ['zh', 'x', '长度为 3~32 个字符'],
    ['zh', 'x', '85 条记录'],
    ['zh', 'x', '社交账号的访问凭据'],
    ['en', 'x', 'A proof of identity'],
    ['en', 'x', 'All set'],
    ['en', 'x', 'Loading...'],
    ['en', 'x', 'Somebody else can sign in'],
    ['en', 'x', 'Take the change back?'],
    ['en', 'x', 'Take away “Email” from the app'],
    ['en', 'x', 'Only its makers can fix this'],
    ['en', 'x', 'Go on at the device'],
    ['en', 'x', 'You receive this mail'],
    ['en', 'x', 'Unbind WeChat?'],
    ['en', 'x', 'Where people come back'],
    ['en', 'x', 'A redirect address'],
    ['en', 'x', 'The person is told now'],
    ['en', 'x', 'Authorisation cancelled'],
    ['en', 'x', "It's you"],
    ['en', 'x', 'Please wait, then please try again'],
    ['en', 'x', 'Welcome!'],
    ['en', 'title.x', 'Change your password.'],
    ['en', 'x.h', 'This link no longer works.'],
    ['en', 'x.b', 'It has been used'],
  ] as const)('see in %s: %s, %s', (short, key, text) => {
    expect(problemsOf(short, { key, text, file: 'web.ts' })).not.toEqual([]);
  });

  it('let good texts pass', () => {
    const good = [
      ['zh', 'x.b', '我们会向 {target} 发送通知，72 小时内可撤销。'],
      ['zh', 'x', '已绑定{platform}，请在{date}前登录 QQ'],
      ['zh', 'tip.x', '8～64 个字符'],
      ['en', 'x.b', 'We’ll notify {target}. You can undo this for 72 hours.'],
      ['en', 'v.x', 'This is used by another account. Sign in with it.'],
    ] as const;
    expect(good.flatMap(([short, key, text]) => problemsOf(short, { key, text, file: 'web.ts' }))).toEqual([]);
  });
});

it('finds the texts', () => {
  expect(files.length).toBeGreaterThan(15);
});

describe('the keys of texts', () => {
  it('are each in one file', () => {
    const flat = files.filter((file) => !/errors|countries|mail|legal/.test(file));
    const keys = flat.flatMap((file) => [...textsOf('en', file).keys()].map((key) => key.split('/').at(-1)));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});

describe('a rule', () => {
  const local = Object.entries(localRules).flatMap(([field, rules]) => rules.map((rule) => [field, rule.name] as const));
  const decidedByServer = Object.entries(serverRules).flatMap(([field, names]) => names.map((name) => [field, name] as const));
  const refused = Object.values<CatalogueEntry>(catalogue).flatMap(({ field, rule }) =>
    field !== undefined && rule !== undefined && field !== 'given' ? [[field, rule] as const] : [],
  );

  const hasText = (key: string): key is keyof typeof web => Object.hasOwn(web, key);
  const keyOf = (field: string, rule: string): string => ruleMessageKey(field, rule, hasText);

  it.each([...local, ...decidedByServer, ...refused])('of %s that is called %s has its own text', (field, rule) => {
    expect(keyOf(field, rule)).not.toBe('v.invalid');
  });

  it('may mark any text of a name as sensitive or existing', () => {
    expect(keyOf('nickname', 'sensitive')).toBe('v.nickname.sensitive');
    expect(keyOf('username', 'exists')).toBe('v.username.exists');
  });

  it('that this version does not know has a general text', () => {
    expect(keyOf('phone', 'toString')).toBe('v.invalid');
    expect(keyOf('__proto__', 'required')).toBe('v.invalid');
    expect(keyOf('unknown', 'required')).toBe('v.invalid');
  });

  it.each([
    ['username', ['required', 'min', 'max', 'regex', 'exists', 'not_exists', 'block', 'sensitive']],
    ['password', ['required', 'min', 'max', 'chart_range', 'regex', 'num_str', 'custom_password', 'confirmed', 'password']],
    ['password', ['oldPasswordInvalid', 'zzts']],
    [
      'email',
      ['required', 'email', 'max', 'exists', 'not_exists', 'invalid', 'activated', 'is_not', 'block', 'limit', 'not_my', 'has_deepin'],
    ],
    ['phone', ['required', 'digits', 'regex', 'exists', 'not_exists', 'phone', 'code', 'error', 'not_my', 'has_deepin']],
    ['code', ['required', 'length', 'regex', 'code', 'notGetSMS', 'notGetObtain']],
    ['nickname', ['required', 'min', 'max', 'regex', 'invisible', 'exists', 'sensitive']],
  ] as const)('of the spec for %s has a text', (field, names) => {
    expect(names.filter((name) => keyOf(field, name) === 'v.invalid')).toEqual([]);
  });
});

describe('the words of the vocabularies', () => {
  it('exist for every code', () => {
    const texts = textsOf('en', 'vocabulary.ts');
    const wanted = [
      ...genders.map((code) => `g.${code}`),
      ...degrees.map((_degree, index) => `d.${index + 1}`),
      ...industries.map((code) => `ind.${code}`),
    ];
    expect(wanted.filter((key) => !texts.has(`/vocabulary/${key}`))).toEqual([]);
  });

  it('name Hong Kong, Macau and Taiwan as regions of China in Chinese', () => {
    const texts = textsOf('zh', 'countries.ts');
    expect(['HK', 'MO', 'TW'].map((code) => texts.get(`/countries/${code}`))).toEqual(['中国香港', '中国澳门', '中国台湾']);
  });
});
