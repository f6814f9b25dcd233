import { addressFault, isLoopbackAddress, type AddressUse } from '#contract/rules/redirect.ts';
import type { AppKind } from '#contract/apps/developer/developer.words.ts';
import { NoAnswer } from '#server/platform/outbound/call-out.ts';
import { UnfitCertificate } from '#server/platform/outbound/certificate.ts';
import { NotPublic } from '#server/platform/outbound/call-public.ts';
import type { DeveloperDeps } from '../developer.ts';

interface Advice {
  readonly key: 'ok' | 'loop' | 'quiet' | 'cert' | 'domain' | 'otherDomain';
  readonly date?: string;
  readonly domain?: string;
}

/** Rules that an address breaks, and what its host says; the latter is advice and refuses nothing. */
export async function checkAddress(
  deps: DeveloperDeps,
  accountId: string,
  { kind, use, address }: { readonly kind: AppKind; readonly use: AddressUse; readonly address: string },
): Promise<{ rules: string[]; advice: Advice[] }> {
  const fault = addressFault(address, { kind, use, own: [deps.evidence.publicUrl] });
  if (fault !== undefined) return { rules: [fault], advice: [] };
  if (isLoopbackAddress(address)) return { rules: [], advice: [{ key: 'loop' }] };
  const url = new URL(address);
  if (url.protocol !== 'https:') return { rules: [], advice: [] };
  return { rules: [], advice: [await certificateAdvice(deps, url), ...(await domainAdvice(deps, accountId, url))] };
}

async function certificateAdvice({ outside }: DeveloperDeps, url: URL): Promise<Advice> {
  // Outside checks ask public hosts only on port 443.
  if (url.port !== '') return { key: 'quiet' };
  try {
    return { key: 'ok', date: new Date(await outside.certificateEnd(new URL(url.origin))).toISOString().slice(0, 10) };
  } catch (error) {
    if (error instanceof UnfitCertificate) return { key: 'cert' };
    if (error instanceof NotPublic || error instanceof NoAnswer) return { key: 'quiet' };
    throw error;
  }
}

async function domainAdvice({ apps }: DeveloperDeps, accountId: string, { hostname }: URL): Promise<Advice[]> {
  const own = (await apps.own.list(accountId)).filter(({ domain }) => domain.state === 'proven').map(({ domain }) => domain.name);
  const [first] = own;
  if (first === undefined) return [];
  const fitting = own.find((name) => hostname === name || hostname.endsWith(`.${name}`));
  return [fitting === undefined ? { key: 'otherDomain', domain: first } : { key: 'domain', domain: fitting }];
}
