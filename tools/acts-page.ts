/** Writes docs/design/acts.md from the table of acts; `npm run check -- pages` compares it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { actNames, answersOf, type Act } from '#contract/acts/acts.ts';

const page = new URL('../docs/design/acts.md', import.meta.url);

const callers = ['account', 'visitor', 'link', 'token'];
const signs = { adds: '+', removes: '−', replaces: '±' } as const;

/** The answers that several acts share. */
function answersText(act: Act): string {
  const { caller, proof, onProtected, ends, undone, lives, gives } = answersOf(act);
  const weight = proof === 'own' ? caller : `${proof}/${onProtected}`.replaceAll('none', '–');
  return [weight, ends === 'nothing' ? '–' : ends, undone, lives, gives === 'nobody' ? '–' : gives].join(' | ');
}

/** An act with its change to the ways, and the notice that tells of it. */
function actText(act: Act): string {
  const { changes, told } = answersOf(act);
  const change = changes.replace(/^(adds|removes|replaces) /, (_all, verb: keyof typeof signs) => signs[verb]).replaceAll(' ', '-');
  return `${act}${changes === 'nothing' ? '' : `(${change})`}${told.startsWith('quiet') ? '' : `→${told}`}`;
}

export function actsPageText(): string {
  const rows = new Map<string, Act[]>();
  for (const act of actNames.toSorted((a, b) => callers.indexOf(answersOf(a).caller) - callers.indexOf(answersOf(b).caller))) {
    const answers = answersText(act);
    rows.set(answers, [...(rows.get(answers) ?? []), act]);
  }
  return `# Acts: what opens, ends and undoes what

\`node tools/acts-page.ts\` writes this page from [\`src/contract/acts\`](../../src/contract/acts/acts.ts), and \`npm run check\`
compares it. Acts with the same answers share a row. Each call in \`src/contract\` names its acts; a call without one only asks.

- **proof**: strength on an ordinary account / addition on a protected one. \`step\` is a second step of another root within
  ten minutes, \`two\` are independent ways, or a wait. A \`visitor\`, a \`link\` or a \`token\` brings its own proof.
- **ends**: other or all sessions and tokens.
- **undone**: \`self\` by the same call; \`freeze\` by a freeze and the way back; \`less\` needs no way back, because somebody has
  less access; \`says\` is an answer that binds nobody else.
- **lives**: the longest life of what lets somebody enter or read.
- **gives**: who else gets data of the account, or a say over it.
- **acts**: with the way that they add (+), replace (±) or remove (−), and → the notice, or \`app\` for a mail to the app's
  owner. An act without a notice shows its effect on its own page.

| proof | ends | undone | lives | gives | acts |
|---|---|---|---|---|---|
${[...rows].map(([answers, acts]) => `| ${answers} | ${acts.map(actText).join(', ')} |`).join('\n')}
`;
}

export function isActsPageCurrent(): boolean {
  return readFileSync(page, 'utf8') === actsPageText();
}

if (import.meta.main) writeFileSync(page, actsPageText());
