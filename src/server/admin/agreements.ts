import type { Store } from '#server/core/store.ts';
import { parseArgs } from 'node:util';
import { CannotPublish, publishAgreements } from '#server/capabilities/administration/publish-agreements.ts';
import { readPublications, type NewDocument } from '#server/core/agreements/publications.repository.ts';
import { createAudit } from '#server/core/audit/audit.ts';
import { AdminError, adminHelp, type AdminDeps } from './admin-command.ts';
import { readAgreements } from './read-agreements.ts';

/** `agreements list|check|publish`: the texts that people accept. */
export async function run(args: readonly string[], deps: AdminDeps): Promise<number> {
  console.log(await runAgreements(deps, args));
  return 0;
}

const options = {
  effective: { type: 'string' },
  'later-until': { type: 'string' },
  'requires-acceptance': { type: 'boolean', default: false },
  confirm: { type: 'boolean', default: false },
} as const;

/**
 * Returns the text to print.
 * @throws {AdminError}
 */
export async function runAgreements(deps: Store, args: readonly string[]): Promise<string> {
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [, verb, folder = ''] = positionals;
  if (verb === 'list') return listPublications(deps);
  if ((verb !== 'check' && verb !== 'publish') || folder === '') throw new AdminError(adminHelp);
  const documents = await readAgreements(folder);
  if (verb === 'check' || !values.confirm)
    return `${previewOf(documents)}\n\n${verb === 'check' ? hint : `${hint} Nothing is published without --confirm.`}`;
  try {
    const { number, laterUntil } = await publishAgreements(
      { store: deps, audit: createAudit(deps) },
      {
        documents,
        asks: values['requires-acceptance'],
        effectiveAt: momentOf(values.effective, 'effective'),
        laterUntil: momentOf(values['later-until'], 'later-until'),
      },
    );
    return `Published ${number}. ${laterUntil === null ? 'It asks nobody.' : `People may put it off until ${dateOf(laterUntil)}.`}`;
  } catch (error) {
    if (error instanceof CannotPublish) throw new AdminError(error.message);
    throw error;
  }
}

const hint = 'Acceptance may be required only where purpose, manner or kind of the data changes.';

async function listPublications({ db }: Store): Promise<string> {
  const { publications, documents } = await readPublications(db);
  const lines = publications.map(({ number, origin, publishedAt, effectiveAt, laterUntil }) => {
    const own = documents.filter(({ publication }) => publication === number).map(({ type, version }) => `${type} ${version}`);
    const asks = laterUntil === null ? 'asks nobody' : `asks until ${dateOf(laterUntil)}`;
    return [number, origin, `published ${dateOf(publishedAt)}`, `in force ${dateOf(effectiveAt)}`, asks, [...new Set(own)].join(', ')].join(
      '\t',
    );
  });
  return lines.join('\n');
}

/** What people will see, text by text. */
function previewOf(documents: readonly NewDocument[]): string {
  return documents
    .map(({ type, version, region, language, digest, changes }) =>
      [`${type} ${version} (${region}, ${language}) ${digest.slice(0, 16)}`, ...changes.map(({ kind, text }) => `  ${kind}: ${text}`)].join(
        '\n',
      ),
    )
    .join('\n');
}

function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function momentOf(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new AdminError(`--${name} must be a date such as 2027-01-01.`);
  return at;
}
