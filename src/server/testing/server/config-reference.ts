import { accountSettings, retentionSettings } from '#server/platform/settings/accounts.ts';
import { brandSettings } from '#server/platform/settings/brand-and-links.ts';
import { captchaSettings } from '#server/platform/settings/captcha.ts';
import { deskSettings } from '#server/platform/settings/desk.ts';
import { diagnosticSettings } from '#server/platform/settings/diagnostics.ts';
import { embeddingSettings } from '#server/platform/settings/embedding.ts';
import { fileSettings } from '#server/platform/settings/files.ts';
import { mailSettings } from '#server/platform/settings/mail.ts';
import { passkeySettings } from '#server/platform/settings/passkeys.ts';
import { securitySettings } from '#server/platform/settings/security.ts';
import { separateConsentSettings } from '#server/platform/settings/separate-consents.ts';
import { serverSettings } from '#server/platform/settings/server.ts';
import type { Settings } from '#server/platform/settings/setting.ts';
import { smsSettings } from '#server/platform/settings/sms.ts';
import { twoStepSettings } from '#server/platform/settings/two-step.ts';
import { socialSettings } from '#server/platform/settings/social.ts';

/** All settings (contract section 8), in the groups and the order of the operator's reference page. */
export const settingGroups: Readonly<Record<string, Settings>> = {
  Server: serverSettings,
  Security: securitySettings,
  Passkeys: passkeySettings,
  'Second step and waits': twoStepSettings,
  Accounts: { ...accountSettings, ...separateConsentSettings },
  Files: fileSettings,
  'Brand and links': brandSettings,
  'Pages inside other windows': embeddingSettings,
  'Mail and SMS': { ...mailSettings, ...smsSettings },
  'Social accounts': socialSettings,
  Captcha: captchaSettings,
  Retention: retentionSettings,
  Desk: deskSettings,
  Diagnostics: diagnosticSettings,
};

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
