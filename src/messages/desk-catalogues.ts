import type { InEveryLanguage } from '#contract/vocabulary/languages.ts';
import type { chrome } from './en/chrome.ts';
import type { desk } from './en/desk.ts';
import type { deskPublications } from './en/desk-publications.ts';
import type { deskRooms } from './en/desk-rooms.ts';
import type { scopes } from './en/scopes.ts';
import type { activity, activityToStaff } from './en/screens/protection/activity.ts';

/** The texts that only the desk has. */
export type OwnDeskTexts = Readonly<Record<keyof typeof desk, string>>;

/** Key of a text of the desk: its own, those of every frame, and what happened in an account. */
export type DeskKey =
  | keyof typeof desk
  | keyof typeof deskRooms
  | keyof typeof deskPublications
  | keyof typeof chrome
  | keyof typeof scopes
  | keyof typeof activity
  | keyof typeof activityToStaff;

/** All texts of the desk in one language. */
export type DeskTexts = Readonly<Record<DeskKey, string>>;

/** Texts of the desk. An import table instead of a choice in code: bundlers fetch every branch of a choice. */
export const deskTexts: InEveryLanguage<() => Promise<DeskTexts>> = {
  zh_CN: async () => {
    const [{ chrome }, { activity, activityToStaff }, { scopes }, { desk }, { deskRooms }, { deskPublications }] = await Promise.all([
      import('./zh/chrome.ts'),
      import('./zh/screens/protection/activity.ts'),
      import('./zh/scopes.ts'),
      import('./zh/desk.ts'),
      import('./zh/desk-rooms.ts'),
      import('./zh/desk-publications.ts'),
    ]);
    return { ...chrome, ...activity, ...activityToStaff, ...scopes, ...desk, ...deskRooms, ...deskPublications };
  },
  en_US: async () => {
    const [{ chrome }, { activity, activityToStaff }, { scopes }, { desk }, { deskRooms }, { deskPublications }] = await Promise.all([
      import('./en/chrome.ts'),
      import('./en/screens/protection/activity.ts'),
      import('./en/scopes.ts'),
      import('./en/desk.ts'),
      import('./en/desk-rooms.ts'),
      import('./en/desk-publications.ts'),
    ]);
    return { ...chrome, ...activity, ...activityToStaff, ...scopes, ...desk, ...deskRooms, ...deskPublications };
  },
};
