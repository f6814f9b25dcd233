import { required, type Rules } from './rule.ts';

/** The captcha proof (spec 5). `captcha` and `code` are the server's rules for a wrong one. */
export const captchaRules: Rules = [required];
