import { accountSettings, retentionSettings } from './accounts.ts';
import { brandSettings } from './brand-and-links.ts';
import { captchaSettings } from './captcha.ts';
import { deskSettings } from './desk.ts';
import { diagnosticSettings } from './diagnostics.ts';
import { embeddingSettings } from './embedding.ts';
import { fileSettings } from './files.ts';
import { mailSettings } from './mail.ts';
import { passkeySettings } from './passkeys.ts';
import { securitySettings } from './security.ts';
import { separateConsentSettings } from './separate-consents.ts';
import { serverSettings } from './server.ts';
import type { Settings } from './setting.ts';
import { smsSettings } from './sms.ts';
import { twoStepSettings } from './two-step.ts';
import { socialSettings } from './social.ts';

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
