import type { ComponentType } from 'react';

type Screens = Readonly<Record<string, ComponentType>>;
type Load = () => Promise<Screens>;

/** Every file of screens is loaded on demand; the one thing that it exports is its screen. */
const files: Readonly<Record<string, Load>> = import.meta.glob<Screens>('#web/screens/*/*.tsx');

/** By the name that routes give them: `shared/login` is `screens/shared/login.tsx`. */
const screens: Readonly<Record<string, Load | undefined>> = Object.fromEntries(
  Object.entries(files).map(([file, load]) => [file.replaceAll(/^.*\/screens\/|\.tsx$/g, ''), load]),
);

export async function loadScreen(name: string): Promise<ComponentType> {
  const [screen] = Object.values((await screens[name]?.()) ?? {});
  if (screen === undefined) throw new Error(`There is no screen ${name}.`);
  return screen;
}
