import type { Screens } from './screens.ts';

type Load = () => Promise<Screens>;

const files: Readonly<Record<string, Load>> = import.meta.glob<Screens>([
  '#web/screens/**/*.tsx',
  '!#web/screens/**/parts/*.tsx',
  '!#web/screens/**/{login,register,home}.tsx',
]);

/** The screens that are seldom the first, by the names that routes use. */
export const screens: Readonly<Record<string, Load | undefined>> = Object.fromEntries(
  Object.entries(files).map(([file, load]) => [file.replaceAll(/^.*\/screens\/|\.tsx$/g, ''), load]),
);
