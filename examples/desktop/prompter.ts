/**
 * Asks the person, as a child of the service, never through another name on the bus, which anybody could own. The question
 * comes as JSON on the standard input, the answer leaves on the standard output: `once`, `always` or `no`. Any program at
 * a fixed path with these habits can stand in its place.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const words = {
  en: {
    ask: (program: string) => `Allow “${program}” to use your Cedar ID?`,
    unknown: 'The system cannot tell who made this program.',
    buttons: { once: 'Allow once', always: 'Always allow', no: 'Don’t allow' },
  },
  zh: {
    ask: (program: string) => `允许“${program}”使用您的雪松账号？`,
    unknown: '系统无法确认此程序的来源。',
    buttons: { once: '仅此一次', always: '始终允许', no: '不允许' },
  },
} as const;

const { program, app, publisher, scopes, isKnown } = JSON.parse(await text(process.stdin));
const { ask, unknown, buttons } = words[process.env['LANG']?.startsWith('zh') === true ? 'zh' : 'en'];
const body = [ask(app), program, publisher, scopes.join(', '), ...(isKnown ? [] : [unknown])].filter(Boolean).join('\n');
process.stdout.write(answer());

function answer(): string {
  if (existsSync('/usr/bin/zenity')) {
    const more = isKnown ? ['--extra-button', buttons.always] : [];
    const labels = ['--ok-label', buttons.once, '--cancel-label', buttons.no];
    const { status, stdout } = spawnSync('/usr/bin/zenity', ['--question', '--no-markup', '--text', body, ...labels, ...more], {
      encoding: 'utf8',
    });
    return status === 0 ? 'once' : isKnown && stdout.trim() === buttons.always ? 'always' : 'no';
  }
  if (existsSync('/usr/bin/kdialog')) {
    const labels = ['--yes-label', buttons.once, '--no-label', isKnown ? buttons.always : buttons.no];
    const kind = isKnown ? ['--cancel-label', buttons.no, '--yesnocancel'] : ['--yesno'];
    const { status } = spawnSync('/usr/bin/kdialog', [...labels, ...kind, body]);
    return status === 0 ? 'once' : isKnown && status === 1 ? 'always' : 'no';
  }
  return 'no';
}
