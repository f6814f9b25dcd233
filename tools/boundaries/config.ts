import { zones } from './rules.ts';

/** The linter's configuration apart from the boundaries. */
const general = {
  plugins: ['typescript', 'react', 'jsx-a11y', 'import', 'promise', 'unicorn', 'vitest'],
  options: { typeAware: true },
  categories: { correctness: 'error', suspicious: 'warn' },
  ignorePatterns: ['dist/**', '**/node_modules/**', 'data/**', 'test-results/**', 'playwright-report/**'],
  rules: {
    'import/no-cycle': 'error',
    'import/no-unassigned-import': ['warn', { allow: ['**/*.css'] }],
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'fc.assert'] }],
    // The compiler checks these better.
    'typescript/consistent-return': 'off',
    'typescript/no-unnecessary-type-arguments': 'off',
    // Rules for code that the React Compiler compiles; it does not compile this code.
    'react/exhaustive-effect-dependencies': 'off',
    'react/refs': 'off',
    'react/set-state-in-effect': 'off',
    'react/react-in-jsx-scope': 'off',
    // Wrong for BroadcastChannel.
    'unicorn/require-post-message-target-origin': 'off',
    // Matters of taste, decided differently here.
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'no-useless-concat': 'off',
    'promise/always-return': 'off',
    'typescript/no-generated-empty-object-type': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'vitest/no-conditional-expect': 'off',
  },
} as const;

/** Parts that some browsers lack or refuse (src/web/lib/browser). The key of the desk is nothing without its database. */
const browserParts = ['sessionStorage', 'localStorage', 'IntersectionObserver', 'ResizeObserver', 'BroadcastChannel'];
const partsOfObjects = [
  { object: 'navigator', property: 'locks' },
  { object: 'navigator', property: 'cookieEnabled' },
  { object: 'crypto', property: 'subtle' },
  { object: 'document', property: 'cookie' },
  ...browserParts.flatMap((property) => ['window', 'globalThis', 'self'].map((object) => ({ object, property }))),
];
const instead = 'Use #web/lib/browser/browser.ts.';
const withoutBrowserParts = {
  'no-restricted-globals': ['error', ...browserParts.map((name) => ({ name, message: instead }))],
  'no-restricted-properties': ['error', ...partsOfObjects.map((part) => ({ ...part, message: instead }))],
} as const;
const anyBrowserPart = { 'no-restricted-globals': 'off', 'no-restricted-properties': 'off' } as const;

/** Files are TypeScript, apart from the few plain scripts that run before the installation. */
const sourceOverrides = [
  { files: ['src/**'], rules: { 'no-console': 'error' } },
  { files: ['src/server/start.ts', 'src/server/admin/**', 'src/**/*.test.ts', 'src/**/*.test.tsx'], rules: { 'no-console': 'off' } },
  { files: ['src/web/**/*.tsx'], rules: { 'react/jsx-no-literals': 'error' } },
  { files: ['src/web/**/*.test.tsx', 'src/web/testing/**'], rules: { 'react/jsx-no-literals': 'off' } },
  { files: ['src/web/**'], rules: withoutBrowserParts },
  { files: ['src/web/lib/browser/**', 'src/web/**/*.test.ts', 'src/web/**/*.test.tsx', 'src/web/testing/**'], rules: anyBrowserPart },
] as const;

/** The whole `.oxlintrc.json`, as an object. */
export function oxlintConfig(): object {
  return {
    ...general,
    overrides: [
      ...sourceOverrides,
      ...zones.map(({ files, bans }) => ({
        files,
        rules: {
          'no-restricted-imports': [
            'error',
            {
              patterns: bans.map(({ regex, message, typesAllowed, names }) => ({
                regex,
                message,
                ...(typesAllowed ? { allowTypeImports: true } : {}),
                ...(names ? { importNames: names } : {}),
              })),
            },
          ],
        },
      })),
    ],
  };
}

/** The text of the file. It is generated, so that the table and the configuration cannot differ. */
export function oxlintConfigText(): string {
  return `${JSON.stringify(oxlintConfig(), null, 2)}\n`;
}
