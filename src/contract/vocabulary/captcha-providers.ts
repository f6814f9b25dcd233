/** External captcha services that a region can use. */
export const captchaProviders = ['yidun', 'geetest', 'turnstile'] as const;

export type CaptchaProvider = (typeof captchaProviders)[number];
