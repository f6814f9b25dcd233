import { notFoundRoute } from '#web/app/pages/first-routes.ts';
import { routes } from '#web/app/pages/routes.ts';
import { screenFile } from '#web/app/pages/screen-file.ts';

/** Files below src/web of all screens, by which the server finds them in the build. */
export const screenFiles: readonly string[] = [...new Set([...routes, notFoundRoute].map(({ screen }) => screenFile(screen)))];
