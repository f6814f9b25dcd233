import { required, type Rules } from './rule.ts';

/** The captcha's proof (spec 5). `captcha` and `code` are the server's: the wrong one. */
export const captchaRules: Rules = [required];
