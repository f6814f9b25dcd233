import { endsOthers } from '#contract/acts/acts.ts';
import { describe, expect, it } from 'vitest';
import { catalogues } from './catalogues.ts';
import { codeScenes } from '#contract/sign-in/codes/code-scenes.words.ts';
import { languages } from '#contract/vocabulary/languages.ts';

describe.each(languages)('messages in %s', (language) => {
  const { mail, sms } = catalogues[language];

  it.each(codeScenes)('bind the code of scene %s to the site in the last line of its SMS', (scene) => {
    expect(sms[scene].split('\n').at(-1)).toBe('@{domain} #{code}');
    expect(sms[scene]).toContain('{minutes}');
  });

  it.each(codeScenes)('say how long the code of scene %s is valid, and never carry a code in a subject', (scene) => {
    expect(mail.code[scene].paragraphs.join(' ')).toContain('{minutes}');
    expect(mail.code[scene].title).not.toContain('{code}');
  });

  it.each([
    ['passwordSet', 'setPassword'],
    ['phoneBound', 'bindPhone'],
    ['emailBound', 'bindEmail'],
    ['socialBound', 'bindSocial'],
  ] as const)('do not say of %s that it signed out anything, because %s does not', (event, action) => {
    const told = Object.values(mail.changes[event]).join(' ');
    expect([endsOthers(action), /signed out|退出登录/.test(told)]).toEqual([false, false]);
  });

  it('have a title for the list of messages wherever their title names something that the list does not keep', () => {
    const named = Object.entries(mail.changes).filter(([, { title }]) => title.replaceAll('{brand}', '').includes('{'));
    expect(Object.keys(mail.listed.titles).toSorted()).toEqual(named.map(([kind]) => kind).toSorted());
    expect(Object.values(mail.listed.titles).filter((title) => title.replaceAll('{brand}', '').includes('{'))).toEqual([]);
  });

  it('carry a link for activation and for recovery', () => {
    expect(mail.code.register.link?.paragraph).toContain('{hours}');
    expect(mail.code.reset.link?.paragraph).toContain('{hours}');
  });
});
