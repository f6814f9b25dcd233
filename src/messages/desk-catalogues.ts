import type { InEveryLanguage } from '#contract/vocabulary/languages.ts';
import type { chrome } from './en/chrome.ts';
import type { desk } from './en/desk.ts';
import type { deskRooms } from './en/desk-rooms.ts';
import type { activity } from './en/screens/activity.ts';

/** The texts that the desk alone has. */
export type OwnDeskTexts = Readonly<Record<keyof typeof desk, string>>;

/** Key of a text of the desk: its own, those of every frame, and what happened in an account. */
export type DeskKey = keyof typeof desk | keyof typeof deskRooms | keyof typeof chrome | keyof typeof activity;

/** All texts of the desk in one language. */
export type DeskTexts = Readonly<Record<DeskKey, string>>;

/** Texts of the desk. An import table instead of a choice in code: bundlers fetch every branch of a choice. */
export const deskTexts: InEveryLanguage<() => Promise<DeskTexts>> = {
  zh_CN: async () => ({
    ...(await import('./zh/chrome.ts')).chrome,
    ...(await import('./zh/screens/activity.ts')).activity,
    ...(await import('./zh/desk.ts')).desk,
    ...(await import('./zh/desk-rooms.ts')).deskRooms,
  }),
  en_US: async () => ({
    ...(await import('./en/chrome.ts')).chrome,
    ...(await import('./en/screens/activity.ts')).activity,
    ...(await import('./en/desk.ts')).desk,
    ...(await import('./en/desk-rooms.ts')).deskRooms,
  }),
};
