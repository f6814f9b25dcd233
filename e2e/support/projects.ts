/**
 * The projects that run a test (playwright.config.ts), and its days in a run of everything. A test without a tag runs only in
 * desktop-zh, each day: it shows something that layout and language do not change. The tests of a page are spread over both
 * projects; those of its rarer states have every second day.
 */

/** Only mobile-en. */
export const onPhone = { tag: '@phone' } as const;

/** desktop-zh and mobile-en: the layouts differ in what the test asserts. One of them a day. */
export const inBothLayouts = { tag: '@both-layouts' } as const;

export const onEven = { tag: '@even-days' } as const;
export const onOdd = { tag: '@odd-days' } as const;
export const onPhoneEven = { tag: ['@phone', '@even-days'] };
export const onPhoneOdd = { tag: ['@phone', '@odd-days'] };
