import { settingGroups } from '#server/platform/settings/all-settings.ts';

/** The operator's reference page, generated from the rows of the settings. */
export function renderConfigReference(): string {
  const lines = [
    '# Configuration',
    '',
    'Every setting is an environment variable. A wrong or unsafe value stops the start with a sentence that names the setting.',
    'This page is generated from `src/server/platform/settings`; `vitest run src/server/platform/settings/config.test.ts -u` writes it anew.',
  ];
  for (const [group, settings] of Object.entries(settingGroups)) {
    lines.push('', `## ${group}`, '', '| setting | type | default | meaning |', '|---|---|---|---|');
    for (const [name, { parser, type = parser.type, unit, default: initial, meaning }] of Object.entries(settings)) {
      const fullType = unit === undefined ? type : `${type} (${unit})`;
      lines.push(`| \`${name}\` | ${fullType} | ${initial === undefined ? 'none' : `\`${initial}\``} | ${meaning} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}
