import { settingGroups } from '#server/platform/settings/all-settings.ts';

/** The operator's reference page, generated from the rows of the settings. */
export function renderConfigReference(): string {
  const lines = [
    '# Configuration',
    '',
    'Every setting is an environment variable. A wrong or unsafe value stops the start with a sentence that names the setting.',
    'Each has its type and default in parentheses. `vitest run src/server/platform/settings/config.test.ts -u` writes this page from',
    '`src/server/platform/settings`.',
  ];
  for (const [group, settings] of Object.entries(settingGroups)) {
    lines.push('', `## ${group}`, '');
    for (const [name, { parser, type = parser.type, unit, default: initial, meaning }] of Object.entries(settings)) {
      const fullType = unit === undefined ? type : `${type} (${unit})`;
      lines.push(`- \`${name}\` (${fullType}${initial === undefined ? '' : `, \`${initial}\``}): ${meaning}`);
    }
  }
  return `${lines.join('\n')}\n`;
}
