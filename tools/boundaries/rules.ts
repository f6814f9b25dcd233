/**
 * The allowed imports (docs/style.md) as one table. `write-config.ts` turns it into `.oxlintrc.json`; `prove.ts` plants
 * one violation of every ban in every zone and expects the linter to report it.
 *
 * The spelling of an import carries the boundary: inside a module `./x.ts`, across modules `#server/…`, never `../`. So
 * a pattern on the spelling is enough, and two capabilities that must stay apart are denied `#server/capabilities/`.
 */
import {
  anyServer,
  drivers,
  guardedServer,
  noApp,
  noArgon2,
  noBlockingCrypto,
  noCapabilities,
  noContract,
  noContractOfUi,
  noCore,
  noDriver,
  noFastify,
  noFeatures,
  noKysely,
  noMessages,
  noNode,
  noNodemailer,
  noQuery,
  noReact,
  noSchemaValues,
  noScreens,
  noServer,
  noServerPackages,
  noSimulators,
  noTesting,
  noTypebox,
  noUi,
  noWeb,
  noWebApp,
  noWebTesting,
  noWidgets,
  productOnly,
  serverOnly,
  upwards,
  webOnly,
  type Ban,
} from './bans.ts';

export interface Zone {
  readonly name: string;
  readonly files: readonly string[];
  /** File name for the planted violation; `files` must match it. */
  readonly sample: string;
  readonly bans: readonly Ban[];
  /** Specifiers that must stay allowed here; the control of the proof. */
  readonly allowed: readonly string[];
}

/** If two zones match a file, the later one wins, so exceptions follow the rule. */
export const zones: readonly Zone[] = [
  {
    name: 'contract',
    files: ['src/contract/**'],
    sample: 'src/contract/rules/planted-zone.ts',
    bans: [upwards, noMessages, noServer, noSimulators, noWeb, noNode, noReact, noServerPackages, noSchemaValues],
    allowed: ['#contract/errors.ts'],
  },
  {
    name: 'contract/schemas',
    files: ['src/contract/schemas/**', 'src/contract/schema.ts', 'src/contract/json-schema.ts'],
    sample: 'src/contract/schemas/planted-zone.ts',
    bans: [upwards, noMessages, noServer, noSimulators, noWeb, noNode, noReact, noFastify, noKysely, noTypebox],
    allowed: ['#contract/json-schema.ts', '#contract/limits.ts'],
  },
  {
    name: 'tests of contract/schemas',
    files: ['src/contract/schemas/*.test.ts'],
    sample: 'src/contract/schemas/planted-zone.test.ts',
    bans: [upwards, noMessages, noServer, noSimulators, noWeb, noReact, noFastify, noKysely],
    allowed: ['typebox', 'typebox/value', 'vitest'],
  },
  {
    name: 'messages',
    files: ['src/messages/**'],
    sample: 'src/messages/en/planted-zone.ts',
    bans: [upwards, noServer, noSimulators, noWeb, noNode, noReact, noServerPackages],
    allowed: ['#contract/errors.ts', '#messages/en/errors.ts'],
  },

  {
    name: 'server (any other file)',
    files: ['src/server/**'],
    sample: 'src/server/planted-zone.ts',
    bans: [...serverOnly, ...drivers, ...productOnly, noKysely],
    allowed: ['#server/app/build-app.ts'],
  },
  {
    name: 'server/development',
    files: ['src/server/development/**'],
    sample: 'src/server/development/planted-zone.ts',
    bans: [...serverOnly, ...drivers, noTesting, noCapabilities, noApp, noKysely],
    allowed: ['#simulators/simulators.ts', '#server/platform/config.ts', '#server/core/openid/client.ts', 'fastify'],
  },
  {
    name: 'server/platform',
    files: ['src/server/platform/**'],
    sample: 'src/server/platform/clock/planted-zone.ts',
    bans: [...serverOnly, ...drivers, ...productOnly, noCore, noCapabilities, noApp, noFastify, noKysely],
    allowed: ['#server/platform/clock.ts', '#contract/limits.ts'],
  },
  {
    name: 'server/platform/db',
    files: ['src/server/platform/db/**'],
    sample: 'src/server/platform/db/planted-zone.ts',
    bans: [...serverOnly, noArgon2, noNodemailer, ...productOnly, noCore, noCapabilities, noApp, noFastify],
    allowed: ['kysely', 'pg', 'node:sqlite'],
  },
  {
    name: 'server/platform/crypto',
    files: ['src/server/platform/crypto/**'],
    sample: 'src/server/platform/crypto/planted-zone.ts',
    bans: [...serverOnly, noDriver, noNodemailer, ...productOnly, noCore, noCapabilities, noApp, noFastify, noKysely],
    allowed: ['@node-rs/argon2', 'node:crypto'],
  },
  {
    name: 'server/platform/mail',
    files: ['src/server/platform/mail/**'],
    sample: 'src/server/platform/mail/planted-zone.ts',
    bans: [...serverOnly, noDriver, noArgon2, ...productOnly, noCore, noCapabilities, noApp, noFastify, noKysely],
    allowed: ['nodemailer'],
  },
  {
    name: 'server/platform/http',
    files: ['src/server/platform/http/**'],
    sample: 'src/server/platform/http/planted-zone.ts',
    bans: [...serverOnly, ...drivers, ...productOnly, noCore, noCapabilities, noApp, noKysely],
    allowed: ['fastify', '@fastify/cookie'],
  },
  {
    name: 'server/migrations',
    files: ['src/server/migrations/**'],
    sample: 'src/server/migrations/planted-zone.ts',
    bans: [...serverOnly, ...drivers, ...productOnly, noCapabilities, noApp, noFastify],
    allowed: ['kysely', '#server/platform/db/open-database.ts'],
  },
  {
    name: 'server/core',
    files: ['src/server/core/**'],
    sample: 'src/server/core/accounts/planted-zone.ts',
    bans: [...serverOnly, ...drivers, ...productOnly, noCapabilities, noApp, noFastify, noKysely],
    allowed: ['#server/platform/clock.ts', '#server/core/sessions/sessions.ts', '#messages/en/errors.ts'],
  },
  {
    name: 'server/capabilities',
    files: ['src/server/capabilities/**'],
    sample: 'src/server/capabilities/registration/planted-zone.ts',
    bans: [...serverOnly, ...drivers, ...productOnly, noCapabilities, noApp, noFastify, noKysely],
    allowed: ['#server/platform/clock.ts', '#server/core/sessions/sessions.ts', './register-by-phone.ts'],
  },
  {
    name: 'routes',
    files: ['src/server/capabilities/**/*.routes.ts'],
    sample: 'src/server/capabilities/registration/planted-zone.routes.ts',
    bans: [...serverOnly, ...drivers, ...productOnly, noCapabilities, noApp, noKysely],
    allowed: ['fastify', './register-by-phone.ts'],
  },
  {
    name: 'repositories',
    files: ['src/server/**/*.repository.ts'],
    sample: 'src/server/core/accounts/planted-zone.repository.ts',
    bans: [...serverOnly, ...drivers, ...productOnly, noCapabilities, noApp, noFastify],
    allowed: ['kysely'],
  },
  {
    name: 'repositories of the platform',
    files: ['src/server/platform/**/*.repository.ts'],
    sample: 'src/server/platform/crypto/planted-zone.repository.ts',
    bans: [...serverOnly, ...drivers, ...productOnly, noCore, noCapabilities, noApp, noFastify],
    allowed: ['kysely'],
  },
  {
    name: 'guarded writes',
    files: ['src/server/**/*.guarded.ts'],
    sample: 'src/server/core/accounts/planted-zone.guarded.ts',
    bans: [...guardedServer, noBlockingCrypto, ...drivers, ...productOnly, noCapabilities, noApp, noFastify],
    allowed: ['kysely', '#server/platform/db/guarded-writes.ts', '#server/core/accounts/accounts.guarded.ts'],
  },
  {
    name: 'guarded writes of the platform',
    files: ['src/server/platform/**/*.guarded.ts'],
    sample: 'src/server/platform/outbox/planted-zone.guarded.ts',
    bans: [...guardedServer, noBlockingCrypto, ...drivers, ...productOnly, noCore, noCapabilities, noApp, noFastify],
    allowed: ['kysely', '#server/platform/db/guarded-writes.ts'],
  },
  {
    name: 'server/app',
    files: ['src/server/app/**'],
    sample: 'src/server/app/planted-zone.ts',
    bans: [...serverOnly, ...drivers, ...productOnly, noKysely],
    allowed: ['fastify', '#server/capabilities/registration/registration.routes.ts', '#server/core/sessions/sessions.ts'],
  },
  {
    name: 'server tests',
    files: ['src/server/**/*.test.ts', 'src/server/testing/**'],
    sample: 'src/server/capabilities/registration/planted-zone.test.ts',
    bans: [...anyServer],
    allowed: ['#server/testing/test-app.ts', '#simulators/simulators.ts', '#server/app/build-app.ts', 'kysely', 'node:crypto'],
  },

  {
    name: 'simulators',
    files: ['src/simulators/**'],
    sample: 'src/simulators/planted-zone.ts',
    bans: [...anyServer, ...drivers, noTesting, noMessages, noCore, noCapabilities, noApp, noFastify, noKysely],
    allowed: ['#server/platform/clock.ts', '#contract/vocabulary/captcha-providers.ts', './people.ts'],
  },

  {
    name: 'web (any other file)',
    files: ['src/web/**'],
    sample: 'src/web/planted-zone.tsx',
    bans: [...webOnly, noQuery],
    allowed: ['#web/ui/button.tsx', 'react'],
  },
  {
    name: 'web/lib',
    files: ['src/web/lib/**'],
    sample: 'src/web/lib/planted-zone.ts',
    bans: [...webOnly, noUi, noWidgets, noFeatures, noScreens, noWebApp, noQuery],
    allowed: ['#contract/errors.ts', '#messages/en/errors.ts', 'react'],
  },
  {
    name: 'web/ui',
    files: ['src/web/ui/**'],
    sample: 'src/web/ui/planted-zone.tsx',
    bans: [
      upwards,
      noServer,
      noSimulators,
      noNode,
      noServerPackages,
      noWebTesting,
      noContractOfUi,
      noWidgets,
      noFeatures,
      noScreens,
      noWebApp,
      noQuery,
    ],
    allowed: ['#web/lib/i18n.tsx', 'react', 'lucide-react'],
  },
  {
    name: 'web/ui/form',
    files: ['src/web/ui/form/**'],
    sample: 'src/web/ui/form/planted-zone.tsx',
    bans: [...webOnly, noWidgets, noFeatures, noScreens, noWebApp, noQuery],
    allowed: ['#contract/rules/phone.ts', '#web/ui/button.tsx'],
  },
  {
    name: 'web/widgets',
    files: ['src/web/widgets/**'],
    sample: 'src/web/widgets/planted-zone.tsx',
    bans: [...webOnly, noFeatures, noScreens, noWebApp],
    allowed: ['#web/ui/button.tsx', '#web/lib/api.ts', '#contract/limits.ts'],
  },
  {
    name: 'web/features',
    files: ['src/web/features/**'],
    sample: 'src/web/features/sign-in/planted-zone.tsx',
    bans: [...webOnly, noFeatures, noScreens, noWebApp],
    allowed: ['#web/widgets/codes/code-field.tsx', './sign-in-form.tsx', '@tanstack/react-query'],
  },
  {
    name: 'web/screens',
    files: ['src/web/screens/**'],
    sample: 'src/web/screens/shared/planted-zone.tsx',
    bans: [...webOnly, noScreens, noWebApp],
    allowed: ['#web/features/sign-in/sign-in-form.tsx'],
  },
  {
    name: 'web/app',
    files: ['src/web/app/**'],
    sample: 'src/web/app/planted-zone.tsx',
    bans: [...webOnly],
    allowed: ['#web/screens/shared/login.tsx', '#web/features/sign-in/sign-in-form.tsx'],
  },
  {
    name: 'web tests',
    files: ['src/web/**/*.test.ts', 'src/web/**/*.test.tsx', 'src/web/testing/**'],
    sample: 'src/web/features/sign-in/planted-zone.test.ts',
    bans: [upwards, noServer],
    allowed: ['#contract/schemas/registration.ts', 'node:fs'],
  },

  {
    name: 'examples',
    files: ['examples/**'],
    sample: 'examples/web-app/planted-zone.ts',
    bans: [upwards, noServer, noSimulators, noWeb, noMessages, noContract],
    allowed: ['openid-client', './pages.ts'],
  },
  {
    name: 'tools, lab and browser tests',
    files: ['tools/**', 'lab/**', 'e2e/**', '*.config.ts'],
    sample: 'tools/planted-zone.ts',
    bans: [upwards],
    allowed: ['#server/app/build-app.ts', 'vitest'],
  },
];
