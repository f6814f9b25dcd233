/**
 * The allowed imports (docs/style.md) as one table. `write-config.ts` turns it into `.oxlintrc.json`; `prove.ts` plants
 * one violation of every ban in every zone and expects the linter to report it.
 *
 * The spelling of an import carries the boundary: inside a module `./x.ts`, across modules `#server/…`, never `../`. So
 * a pattern on the spelling is enough, and two capabilities that must stay apart are denied `#server/capabilities/`.
 */

export interface Ban {
  /** One word for reports. */
  readonly name: string;
  /** Matches the module specifier (Rust regular expression: no look-around). */
  readonly regex: string;
  readonly message: string;
  /** Types may be imported, values not. */
  readonly typesAllowed?: true;
  /** Only these names are banned, under any alias; the rest of the module may be imported. */
  readonly names?: readonly [string, ...string[]];
  /** A specifier that the ban must catch; the proof plants it. */
  readonly example: string;
}

export interface Zone {
  readonly name: string;
  readonly files: readonly string[];
  /** File name for the planted violation; `files` must match it. */
  readonly sample: string;
  readonly bans: readonly Ban[];
  /** Specifiers that must stay allowed here; the control of the proof. */
  readonly allowed: readonly string[];
}

function module(prefix: string, reason: string): Ban {
  return { name: prefix, regex: `^${prefix}/`, message: reason, example: `${prefix}/planted.ts` };
}

function packages(name: string, regex: string, [message, example]: readonly [string, string]): Ban {
  return { name, regex, message, example };
}

const upwards: Ban = {
  name: 'upwards',
  regex: '^\\.\\.?/(.*/)?\\.\\./|^\\.\\./|^\\.\\.$',
  message: 'Spell imports across modules with #contract, #messages, #server, #simulators or #web.',
  example: '../planted.ts',
};

const noServer = module('#server', 'The server is not visible from here.');
const noWeb = module('#web', 'The web application is not visible from here.');
const noMessages = module('#messages', 'Texts are not visible from here.');
const noContract = module('#contract', 'Examples show what stands outside of this package.');
const noTesting = module('#server/testing', 'Only tests may use the test surroundings.');
const noSimulators = module('#simulators', 'Only development and tests have stand-ins for the services of others.');
const noDevelopment: Ban = {
  ...module('#server/development', 'Production has nothing of development: app/development.ts alone loads it.'),
  typesAllowed: true,
};
const noApp = module('#server/app', 'Only app/ constructs: what you need is handed to you.');
const noCore: Ban = {
  name: 'the product',
  regex: '^#server/(core|migrations)/',
  message: 'The platform knows nothing of accounts.',
  example: '#server/core/planted.ts',
};
const noCapabilities = module(
  '#server/capabilities',
  'Capabilities do not know each other: share a noun in core, or let app/wire.ts pass a function.',
);

const noNode = packages('node', '^node:', ['This code also runs in browsers.', 'node:fs']);
/** Types only: its code would take a third of the start time (`src/contract/json-schema.ts`). */
const noTypebox: Ban = {
  ...packages('typebox', '^typebox($|/)', [
    'TypeBox gives types (import type); its constructors are those of #contract/json-schema.ts.',
    'typebox',
  ]),
  typesAllowed: true,
};
const noFastify = packages('fastify', '^fastify$|^@fastify/', ['HTTP is known to platform/http, app and *.routes.ts.', 'fastify']);
const noKysely = packages('kysely', '^kysely($|/)', ['SQL is known to platform/db, *.repository.ts and *.guarded.ts.', 'kysely']);
const noDriver = packages('database drivers', '^pg$|^node:sqlite$', ['Only platform/db opens databases.', 'node:sqlite']);
const noArgon2 = packages('argon2', '^@node-rs/(argon2|bcrypt)$', ['Only platform/crypto hashes passwords.', '@node-rs/argon2']);
const noNodemailer = packages('nodemailer', '^nodemailer($|/)', ['Only platform/mail sends mail.', 'nodemailer']);
const ofTheWeb = 'This package belongs to the web application.';
const noReact = packages('react', '^(react|react-dom|wouter|lucide-react|simple-icons|@tanstack/react-query)($|/)', [ofTheWeb, 'react']);
const noQuery = packages('react-query', '^@tanstack/', ['Cached calls belong to features.', '@tanstack/react-query']);
/** The cache reads anew with the function of the last hook that named a key. */
const noSkippedQuery: Ban = {
  ...packages('skipped queries', '^@tanstack/', ['Read what is shown with `enabled: false`.', '@tanstack/react-query']),
  names: ['skipToken'],
};
const noServerPackages = packages(
  'server packages',
  '^(fastify|kysely|pg|nodemailer|@node-rs/argon2|@node-rs/bcrypt|typebox)($|/)|^@fastify/',
  ['This package belongs to the server.', 'fastify'],
);
const noSchemaValues: Ban = {
  name: 'schema values',
  regex: '^#contract/schemas/',
  message: 'The web application takes only types of schemas (import type): values would bring the schema library.',
  typesAllowed: true,
  example: '#contract/schemas/planted.ts',
};

const noWebTesting = module('#web/testing', 'Only tests and `npm run dev:web` have the fake API.');

const noBlockingCrypto: Ban = {
  name: 'blocking cryptography',
  regex: '^(node:)?crypto$',
  message:
    'It would stop the event loop: others wait for milliseconds while one is served. Web Crypto and the callback forms work in threads.',
  // The default export contains all of them.
  names: [
    'privateDecrypt',
    'privateEncrypt',
    'createSign',
    'sign',
    'generateKeyPairSync',
    'generatePrimeSync',
    'pbkdf2Sync',
    'scryptSync',
    'argon2Sync',
    'default',
  ],
  example: 'node:crypto',
};

const noGuardedWrites: Ban = {
  name: 'guarded writes',
  regex: '(^|/)guarded-writes\\.ts$',
  message: 'Only *.guarded.ts opens guarded columns: a conditional change stands beside its noun.',
  example: '#server/platform/db/guarded-writes.ts',
};

const anyServer = [upwards, noWeb, noReact, noTypebox, noGuardedWrites] as const;
const guardedServer = [upwards, noWeb, noReact, noTypebox] as const;
const serverOnly = [...anyServer, noBlockingCrypto] as const;
const drivers = [noDriver, noArgon2, noNodemailer] as const;
const webOnly = [upwards, noServer, noSimulators, noNode, noServerPackages, noSchemaValues, noWebTesting, noSkippedQuery] as const;
const productOnly = [noTesting, noSimulators, noDevelopment] as const;

const noFeatures = module('#web/features', 'Only screens compose features; a feature imports its own files as ./x.ts.');
const noWidgets = module('#web/widgets', 'ui and lib know nothing of the domain.');
const noScreens = module('#web/screens', 'Screens are composed by the route table in app/.');
const noWebApp = module('#web/app', 'app/ is the top of the web application.');
const noUi = module('#web/ui', 'lib/ draws nothing.');
const noContractOfUi = module('#contract', 'ui/ knows nothing of the domain.');

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
