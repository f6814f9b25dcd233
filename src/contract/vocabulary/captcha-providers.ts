/** The captcha services of others that a region may be given. */
export const captchaProviders = ['yidun', 'geetest', 'turnstile'] as const;

export type CaptchaProvider = (typeof captchaProviders)[number];
