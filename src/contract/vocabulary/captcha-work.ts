/** How many times the usual work a puzzle of our own may take: 1 is the usual, each further one twice the one before. */
export const captchaWorks = [1, 2, 4, 8, 16, 32, 64, 128, 256] as const;

export type CaptchaWork = (typeof captchaWorks)[number];

/** Whether a value of the wire is such a factor. */
export function isCaptchaWork(value: unknown): value is CaptchaWork {
  return captchaWorks.some((work) => work === value);
}

/** The factor that a query names; 1 where it names none. */
export function captchaWorkOf(text: `${CaptchaWork}` | undefined): CaptchaWork {
  const work = Number(text);
  return isCaptchaWork(work) ? work : 1;
}
