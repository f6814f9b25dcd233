import { chrome } from '#messages/en/chrome.ts';
import { controls } from '#messages/en/controls.ts';
import { notices } from '#messages/en/notices.ts';

/** What every page may say: the frame, the toasts, the controls. */
export const texts = { ...chrome, ...notices, ...controls };
