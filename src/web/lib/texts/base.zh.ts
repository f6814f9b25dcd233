import { chrome } from '#messages/zh/chrome.ts';
import { controls } from '#messages/zh/controls.ts';
import { notices } from '#messages/zh/notices.ts';

/** What every page may say: the frame, the toasts, the controls. */
export const texts = { ...chrome, ...notices, ...controls };
