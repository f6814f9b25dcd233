/**
 * The projects that run a test (playwright.config.ts), and its days in a run of everything. A test without a tag runs only in
 * desktop-zh, each day: it shows something that layout and language do not change. The tests of a page are spread over both
 * projects; those of its rarer states have every second day.
 */

/** One turn at most: a test of both layouts with a day would never run in one of them. */
interface Projects {
  readonly tag: '@phone' | '@both-layouts' | Day | ['@phone', Day];
}

type Day = '@even-days' | '@odd-days';

/** Only mobile-en. */
export const onPhone: Projects = { tag: '@phone' };

/** desktop-zh and mobile-en: the layouts differ in what the test asserts. One of them a day. */
export const inBothLayouts: Projects = { tag: '@both-layouts' };

export const onEven: Projects = { tag: '@even-days' };
export const onOdd: Projects = { tag: '@odd-days' };
export const onPhoneEven: Projects = { tag: ['@phone', '@even-days'] };
export const onPhoneOdd: Projects = { tag: ['@phone', '@odd-days'] };
