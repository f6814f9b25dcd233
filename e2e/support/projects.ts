/**
 * The projects that run a test (playwright.config.ts). A test without a tag runs only in desktop-zh: it shows something
 * that layout and language do not change. The tests of a page are spread over both projects.
 */

/** Only mobile-en. */
export const onPhone = { tag: '@phone' } as const;

/** desktop-zh and mobile-en: the layouts differ in what the test asserts. One of them a day (playwright.config.ts). */
export const inBothLayouts = { tag: '@both-layouts' } as const;
