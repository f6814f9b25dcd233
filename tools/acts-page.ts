/** Writes docs/design/acts.md from the table of acts; `npm run check -- pages` compares it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { actNames, actsIn, answersOf, type Act } from '#contract/acts/acts.ts';
import { allEndpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';

const page = new URL('../docs/design/acts.md', import.meta.url);

const calls = Object.values(allEndpoints).flatMap((group) => Object.values<Endpoint>(group));

/** The calls that bring an act about; those of the OpenID protocol have no row there. */
function callsOf(act: Act): string {
  const found = calls.filter(({ act: brings = 'asks' }) => actsIn(brings).includes(act)).map(({ method, path }) => `\`${method} ${path}\``);
  return found.length === 0 ? 'the OpenID protocol' : found.join(', ');
}

function rowOf(act: Act): string {
  const { caller, proof, onProtected, changes, ends, undone, lives, gives, told } = answersOf(act);
  const shown = proof === 'own' ? 'its own' : `${proof} / ${onProtected}`;
  const cells = [act, caller, shown, changes, ends, undone, lives, gives, told, callsOf(act)];
  return `| ${cells.join(' | ')} |`;
}

export function actsPageText(): string {
  return `# Acts: what opens, ends and undoes what

\`node tools/acts-page.ts\` writes this page from [\`src/contract/acts\`](../../src/contract/acts/acts.ts), and \`npm run check\`
compares it. A call that is not here only asks.

- **proof**: the strength that an ordinary account shows, and what a protected account shows beside it. \`step\` is a second
  step of another root within ten minutes, \`two\` are independent ways, or a wait.
- **undone**: \`self\` by the same call; \`freeze\` by a freeze and the way back; \`less\` needs no way back, because somebody has
  less access; \`says\` is an answer that binds nobody else.
- **lives**: the longest life of what lets somebody enter or read.

| act | caller | proof | changes | ends | undone | lives | gives | told | calls |
|---|---|---|---|---|---|---|---|---|---|
${actNames.map(rowOf).join('\n')}
`;
}

export function isActsPageCurrent(): boolean {
  return readFileSync(page, 'utf8') === actsPageText();
}

if (import.meta.main) writeFileSync(page, actsPageText());
