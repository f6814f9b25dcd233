import type { AppKind } from '#contract/apps/developer/developer.words.ts';

/** A file of an example, as it stands in the repository. */
interface GuideFile {
  readonly name: string;
  readonly text: string;
}

/** The files of an example. They load with its quickstart. */
export const guideFiles: Readonly<Record<AppKind, () => Promise<readonly GuideFile[]>>> = {
  web: async () => {
    const [app, pages] = await Promise.all([import('#examples/web-app/web-app.ts?raw'), import('#examples/web-app/pages.ts?raw')]);
    return [
      { name: 'web-app.ts', text: app.default },
      { name: 'pages.ts', text: pages.default },
    ];
  },
  browser: async () => {
    const [app, page, serve] = await Promise.all([
      import('#examples/browser-app/app.js?raw'),
      import('#examples/browser-app/index.html?raw'),
      import('#examples/browser-app/serve.ts?raw'),
    ]);
    return [
      { name: 'app.js', text: app.default },
      { name: 'index.html', text: page.default },
      { name: 'serve.ts', text: serve.default },
    ];
  },
  native: async () => [{ name: 'native.ts', text: (await import('#examples/native/native.ts?raw')).default }],
  device: async () => [{ name: 'device.ts', text: (await import('#examples/device/device.ts?raw')).default }],
};
