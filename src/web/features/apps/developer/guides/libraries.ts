import type { AppKind } from '#contract/apps/developer/developer.words.ts';

/** Libraries and programs with a guide of settings, by their own names, which are the same in every language. */
export const guideLibraries = {
  actual: 'Actual Budget',
  authJs: 'Auth.js, next-auth',
  authlib: 'Authlib',
  apache: 'Apache (mod_auth_openidc)',
  betterAuth: 'Better Auth',
  directus: 'Directus',
  allauth: 'django-allauth',
  fastify: '@fastify/oauth2',
  flaskOidc: 'Flask-OIDC',
  gitlab: 'GitLab',
  grafana: 'Grafana',
  jupyterhub: 'JupyterHub',
  keycloak: 'Keycloak (broker)',
  miniflux: 'Miniflux',
  mozillaDjango: 'mozilla-django-oidc',
  oauth2Proxy: 'oauth2-proxy',
  passport: 'Passport',
  pgadmin: 'pgAdmin',
  socialAuth: 'python-social-auth',
  quarkus: 'Quarkus',
  spring: 'Spring Security',
  streamlit: 'Streamlit',
  superset: 'Superset, Airflow',
  synapse: 'Synapse (Matrix)',
} as const;

export type GuideLibrary = keyof typeof guideLibraries;

/** Answers to "Which software do you use?": with a complete example, with settings, or any other. */
export const softwareNames = { openidClient: 'openid-client', ...guideLibraries } as const;

export type Software = keyof typeof softwareNames | 'other';

export const allSoftware: readonly Software[] = [...(Object.keys(softwareNames) as (keyof typeof softwareNames)[]), 'other'];

/** Kinds of which the form asks for the software. */
export function asksForSoftware(kind: AppKind): boolean {
  return kind === 'web';
}
