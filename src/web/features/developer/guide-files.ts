import type { guideKinds } from './guide-path.ts';

/** A file of an example, as it stands in the repository. */
interface GuideFile {
  readonly name: string;
  readonly text: string;
}

/** What is filled into a quickstart. */
export interface GuideValues {
  readonly issuer: string;
  readonly clientID: string;
}

/** The values that stand in the files. */
const written: GuideValues = { issuer: 'http://localhost:3000', clientID: 'cedar-demo' };

/** The files of an example. They load with its quickstart. */
export const guideFiles: Readonly<Record<(typeof guideKinds)[number], () => Promise<readonly GuideFile[]>>> = {
  web: async () => {
    const [app, pages] = await Promise.all([import('#examples/web-app/web-app.ts?raw'), import('#examples/web-app/pages.ts?raw')]);
    return [
      { name: 'web-app.ts', text: app.default },
      { name: 'pages.ts', text: pages.default },
    ];
  },
  device: async () => [{ name: 'device.ts', text: (await import('#examples/device/device.ts?raw')).default }],
};

/** A file with the values of an app in the places of the written ones; the rest byte for byte. */
export function filledIn(text: string, { issuer, clientID }: GuideValues): string {
  return text.replaceAll(`'${written.issuer}'`, `'${issuer}'`).replaceAll(`'${written.clientID}'`, `'${clientID}'`);
}
