/** Work factors of our own puzzle: 1 is the usual work, each further one doubles it. */
export const captchaWorks = [1, 2, 4, 8, 16, 32, 64, 128, 256] as const;

export type CaptchaWork = (typeof captchaWorks)[number];

/** Whether a received value is such a factor. */
export function isCaptchaWork(value: unknown): value is CaptchaWork {
  return captchaWorks.some((work) => work === value);
}

/** The factor in a query; 1 without one. */
export function captchaWorkOf(text: `${CaptchaWork}` | undefined): CaptchaWork {
  const work = Number(text);
  return isCaptchaWork(work) ? work : 1;
}
