import { librarySettings } from '#web/features/apps/developer/guides/guide-settings.ts';
import { guideLibraries } from '#web/features/apps/developer/guides/libraries.ts';
import { freeOrigin } from './support/apache.ts';
import { expect, test } from './support/fixtures.ts';
import { quickstartOf, registerThirdParty, signInAndAllow, startForeignApp } from './support/third-party.ts';

/** Programs of PyPI and npm with the settings of their guides, an app of which their operator has said nothing but the address. */
const programs = [
  { library: 'allauth', file: 'django_app.py', start: '/accounts/oidc/account/login/' },
  { library: 'mozillaDjango', file: 'django_app.py', start: '/oidc/authenticate/' },
  // It begins with only a form.
  { library: 'socialAuth', file: 'django_app.py', start: '/begin' },
  { library: 'flaskOidc', file: 'flask_oidc_app.py', start: '/' },
  { library: 'fastify', file: 'fastify_app.mjs', start: '/' },
] as const;

for (const { library, file, start } of programs) {
  test(`${guideLibraries[library]}, with the settings of its guide, knows the email of a person`, async ({ page, t, freshAccount }) => {
    test.slow();
    const origin = await freeOrigin();
    const clientId = `try-${library.toLowerCase()}`;
    const redirect = librarySettings[library].redirect.replace('{origin}', origin);
    const secret = await registerThirdParty({ clientId, origin, redirect });
    const settings = quickstartOf(library, { clientID: clientId, origin });
    await using app = await startForeignApp(file, origin, { LIBRARY: library, SETTINGS: settings, CLIENT_SECRET: secret });
    const person = await freshAccount({ email: true });
    await page.goto(`${app.origin}${start}`);
    if (start === '/begin') await page.getByRole('button', { name: 'Sign in' }).click();
    await signInAndAllow(page, t, person);
    await expect(page.getByRole('heading', { name: `Hello ${person.email}` })).toBeVisible();
  });
}
