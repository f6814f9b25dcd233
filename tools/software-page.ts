/** Writes docs/connect-software.md from the guides of the Developer Center; `npm run check -- acts` compares it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { developer as words } from '#messages/en/screens/apps/developer.ts';
import { librarySettings } from '#web/features/apps/developer/guides/guide-settings.ts';
import { askedValues, explained } from '#web/features/apps/developer/guides/guide-values.ts';
import { guideLibraries, type GuideLibrary } from '#web/features/apps/developer/guides/libraries.ts';

const page = new URL('../docs/connect-software.md', import.meta.url);

function askedRows(): readonly string[] {
  const values = Object.entries(askedValues({ issuer: '{issuer}', clientID: '{id}' })) as readonly [
    keyof ReturnType<typeof askedValues>,
    string,
  ][];
  return [
    ...values.map(([name, value]) => `| ${words[`dc.a.${name}`]} | \`${value}\` |`),
    ...explained.map((name) => `| ${words[`dc.a.${name}`]} | ${words[`dc.a.${name}.v`]} |`),
  ];
}

function guideText([library, name]: readonly [GuideLibrary, string]): string {
  const { tested, redirect, place, text } = librarySettings[library];
  return `## ${name}

Redirect URL: \`${redirect}\`. Settings: ${place}${tested ? ' (*tested*)' : ''}.

\`\`\`text
${text}
\`\`\`
`;
}

export function softwarePageText(): string {
  // The keys of the table.
  const guides = Object.entries(guideLibraries) as readonly [GuideLibrary, string][];
  return `# Connect your software

Settings for programs that sign people in by OpenID Connect. \`node tools/software-page.ts\` writes this page from the guides of
the Developer Center (\`/developer/guides\`), which fills in \`{issuer}\`, \`{id}\` and \`{origin}\`: the address of the account
center, the client id and the site of your software. Register an app of the kind *web* with the redirect address, in the
Developer Center or by \`npm run admin -- clients add\`; nothing else has to be set. Our tests sign in with the settings that say *tested*.

| if your software asks for | give it |
|---|---|
${askedRows().join('\n')}

${guides.map(guideText).join('\n')}`;
}

export function isSoftwarePageCurrent(): boolean {
  return readFileSync(page, 'utf8') === softwarePageText();
}

if (import.meta.main) writeFileSync(page, softwarePageText());
