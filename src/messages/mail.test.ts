import { describe, expect, it } from 'vitest';
import { catalogues } from './catalogues.ts';
import { codeScenes } from '#contract/vocabulary/code-scenes.ts';
import { languages } from '#contract/vocabulary/languages.ts';

describe.each(languages)('messages in %s', (language) => {
  const { mail, sms } = catalogues[language];

  it.each(codeScenes)('bind the code of scene %s to the site in the last line of its SMS', (scene) => {
    expect(sms[scene].split('\n').at(-1)).toBe('@{domain} #{code}');
    expect(sms[scene]).toContain('{minutes}');
  });

  it.each(codeScenes)('say how long the code of scene %s is valid, and never carry a code in a subject', (scene) => {
    expect(mail.code[scene].paragraphs.join(' ')).toContain('{minutes}');
    expect(mail.code[scene].subject).not.toContain('{code}');
  });

  it('carry a link for activation and for recovery', () => {
    expect(mail.code.register.link?.paragraph).toContain('{hours}');
    expect(mail.code.reset.link?.paragraph).toContain('{hours}');
  });
});
