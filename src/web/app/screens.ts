import type { ComponentType } from 'react';

type Screens = Readonly<Record<string, ComponentType>>;
type Load = () => Promise<Screens>;

/** Every screen file is loaded on demand; its only export is the screen. */
const files: Readonly<Record<string, Load>> = import.meta.glob<Screens>('#web/screens/*/*.tsx');

/** By the names that routes use: `shared/login` is `screens/shared/login.tsx`. */
const screens: Readonly<Record<string, Load | undefined>> = Object.fromEntries(
  Object.entries(files).map(([file, load]) => [file.replaceAll(/^.*\/screens\/|\.tsx$/g, ''), load]),
);

export async function loadScreen(name: string): Promise<ComponentType> {
  const [screen] = Object.values((await screens[name]?.()) ?? {});
  if (screen === undefined) throw new Error(`There is no screen ${name}.`);
  return screen;
}
