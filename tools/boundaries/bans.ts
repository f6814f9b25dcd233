/** The bans of rules.ts: imports that some part of the tree must not have, each with an example that the proof plants. */

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

function module(prefix: string, reason: string): Ban {
  return { name: prefix, regex: `^${prefix}/`, message: reason, example: `${prefix}/planted.ts` };
}

function packages(name: string, regex: string, [message, example]: readonly [string, string]): Ban {
  return { name, regex, message, example };
}

export const upwards: Ban = {
  name: 'upwards',
  regex: '(^|/)\\.\\./(.*/)?\\.\\./|^\\./(.*/)?\\.\\./|^\\.\\.$',
  message: 'Spell imports across modules with #contract, #messages, #server, #simulators or #web.',
  example: '../../planted.ts',
};

export const noServer = module('#server', 'The server is not visible from here.');
export const noWeb = module('#web', 'The web application is not visible from here.');
export const noMessages = module('#messages', 'Texts are not visible from here.');
/** The folder of a new language begins as a copy of another: an import by name would keep texts of that one. */
export const noLanguage: Ban = {
  name: 'texts of a language',
  regex: '^#messages/[a-z]{2}/',
  message: 'A language has its own texts: import them as ./….',
  typesAllowed: true,
  example: '#messages/zh/planted.ts',
};
export const noContract = module('#contract', 'Examples show what stands outside of this package.');
export const noTesting = module('#server/testing', 'Only tests may use the test surroundings.');
export const noSimulators = module('#simulators', 'Only development and tests have stand-ins for the services of others.');
const noDevelopment: Ban = {
  ...module('#server/development', 'Production has nothing of development: app/development.ts alone loads it.'),
  typesAllowed: true,
};
export const noApp = module('#server/app', 'Only app/ constructs: what you need is handed to you.');
export const noCore: Ban = {
  name: 'the product',
  regex: '^#server/(core|migrations)/',
  message: 'The platform knows nothing of accounts.',
  example: '#server/core/planted.ts',
};
export const noCapabilities = module(
  '#server/capabilities',
  'Capabilities do not know each other: share a noun in core, or let app/wire.ts pass a function.',
);

export const noNode = packages('node', '^node:', ['This code also runs in browsers.', 'node:fs']);
/** Types only: its code would take a third of the start time (`src/contract/json-schema.ts`). */
export const noTypebox: Ban = {
  ...packages('typebox', '^typebox($|/)', [
    'TypeBox gives types (import type); its constructors are those of #contract/json-schema.ts.',
    'typebox',
  ]),
  typesAllowed: true,
};
export const noFastify = packages('fastify', '^fastify$|^@fastify/', ['HTTP is known to platform/http, app and *.routes.ts.', 'fastify']);
export const noKysely = packages('kysely', '^kysely($|/)', ['SQL is known to platform/db, *.repository.ts and *.guarded.ts.', 'kysely']);
export const noDriver = packages('database drivers', '^pg$|^node:sqlite$', ['Only platform/db opens databases.', 'node:sqlite']);
export const noArgon2 = packages('argon2', '^@node-rs/(argon2|bcrypt)$', ['Only platform/crypto hashes passwords.', '@node-rs/argon2']);
export const noNodemailer = packages('nodemailer', '^nodemailer($|/)', ['Only platform/mail sends mail.', 'nodemailer']);
export const noReact = packages('react', '^(react|react-dom|lucide-react|simple-icons|@tanstack/react-query)($|/)', [
  'This package belongs to the web application.',
  'react',
]);
export const noQuery = packages('react-query', '^@tanstack/', ['Cached calls belong to features.', '@tanstack/react-query']);
/** The cache asks with the function of the last hook that named a key: this one would leave the key without any. */
const noSkippedQuery: Ban = {
  name: 'skipped queries',
  regex: '^@tanstack/',
  message: 'A key has one function: read what is shown with the same one and `enabled: false`.',
  names: ['skipToken'],
  example: '@tanstack/react-query',
};
export const noServerPackages = packages(
  'server packages',
  '^(fastify|kysely|pg|nodemailer|@node-rs/argon2|@node-rs/bcrypt|typebox)($|/)|^@fastify/',
  ['This package belongs to the server.', 'fastify'],
);
export const noSchemaValues: Ban = {
  name: 'schema values',
  regex: '\\.schemas\\.ts$',
  message: 'The web application takes only types of schemas (import type): values would bring the schema library.',
  typesAllowed: true,
  example: '#contract/account/profile/planted.schemas.ts',
};

export const noWebTesting = module('#web/testing', 'Only tests and `npm run dev:web` have the fake API.');

/** The desk is its own program, on its own host: neither side loads a byte of the other. */
export const noDesk = module('#web/desk', 'People’s pages have nothing of the desk.');

export const noBlockingCrypto: Ban = {
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

export const anyServer = [upwards, noWeb, noReact, noTypebox, noGuardedWrites] as const;
export const guardedServer = [upwards, noWeb, noReact, noTypebox] as const;
export const serverOnly = [...anyServer, noBlockingCrypto] as const;
export const drivers = [noDriver, noArgon2, noNodemailer] as const;
export const deskOnly = [upwards, noServer, noSimulators, noNode, noServerPackages, noSchemaValues, noWebTesting, noQuery] as const;
export const webOnly = [
  noDesk,
  upwards,
  noServer,
  noSimulators,
  noNode,
  noServerPackages,
  noSchemaValues,
  noWebTesting,
  noSkippedQuery,
] as const;
export const productOnly = [noTesting, noSimulators, noDevelopment] as const;

export const noFeatures = module('#web/features', 'Only screens compose features; a feature imports its own files as ./x.ts.');
export const noWidgets = module('#web/widgets', 'ui and lib know nothing of the domain.');
export const noScreens = module('#web/screens', 'Screens are composed by the route table in app/.');
export const noWebApp = module('#web/app', 'app/ is the top of the web application.');
export const noUi = module('#web/ui', 'lib/ draws nothing.');
export const noContractOfUi = module('#contract', 'ui/ knows nothing of the domain.');
