import { limits } from '#contract/limits.ts';
import { addressFault, hostsOf, readUrl } from '#contract/rules/redirect.ts';
import { sectorOf, type OpenidClient } from '#server/core/apps/clients/client.ts';
import { hour } from '#server/platform/clock.ts';
import { ruleRefusal } from '#server/platform/refusal.ts';
import { countUse, type Developer, type DeveloperDeps } from '../developer.ts';

/** Bytes of the list at a sector's address. */
const mostBytes = 16 * 1024;

interface SectorChange {
  readonly before: OpenidClient;
  readonly wanted: OpenidClient;
  readonly developer: Developer;
  /** The app is or was live: people keep the ids by which it knows them. */
  readonly isFixed: boolean;
}

/**
 * The description with its sector. An app with pairwise ids and several hosts names an address that lists all of its
 * redirect URLs: the host of that list agrees to share what it knows people by (OpenID Connect Core 8.1).
 * @throws {Refusal} badRequest with `sectorUri`: required, a rule of addresses, sectorList, sectorFixed; tooFrequent
 */
export async function withSector(deps: DeveloperDeps, change: SectorChange): Promise<OpenidClient> {
  const { before, wanted, isFixed } = change;
  const { sectorUri } = wanted;
  if (wanted.subject !== 'pairwise') return { ...wanted, sector: '', sectorUri: '' };
  // A sector without an address is the operator's word.
  const isOperators = wanted.sector !== '' && before.sectorUri === '' && sectorUri === '';
  if (isOperators) return wanted;
  if (sectorUri !== '') await requireList(deps, change);
  else if (hostsOf(wanted.redirectUris).size > 1) throw ruleRefusal({ sectorUri: 'required' });
  const described = { ...wanted, sector: sectorUri === '' ? '' : (readUrl(sectorUri)?.host ?? '') };
  const isMoved = before.subject === 'pairwise' && sectorOf(described) !== sectorOf(before);
  if (isFixed && isMoved) throw ruleRefusal({ sectorUri: 'sectorFixed' });
  return described;
}

async function requireList(deps: DeveloperDeps, { before, wanted, developer }: SectorChange): Promise<void> {
  const { sectorUri, redirectUris, kind } = wanted;
  const fault = addressFault(sectorUri, { use: 'notify', kind, own: [deps.evidence.publicUrl] });
  const url = readUrl(sectorUri);
  if (fault !== undefined || url?.protocol !== 'https:') throw ruleRefusal({ sectorUri: fault ?? 'addressHttps' });
  const isSame = sectorUri === before.sectorUri && redirectUris.every((address) => before.redirectUris.includes(address));
  if (isSame) return;
  await countUse(deps, developer, { of: 'sectors', limit: limits.sectorsPerHour, windowMs: hour });
  const listed = readList(await deps.outside.text(url, mostBytes));
  if (!redirectUris.every((address) => listed.includes(address))) throw ruleRefusal({ sectorUri: 'sectorList' });
}

/** The strings of a JSON array; none for anything else. */
function readList(text: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
