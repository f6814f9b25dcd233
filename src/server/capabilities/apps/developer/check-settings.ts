import { limits } from '#contract/limits.ts';
import { addressFault, addressFaults, type AddressContext } from '#contract/rules/redirect.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import type { FailedRules } from '#contract/errors.ts';
import type { OpenidClient } from '#server/core/apps/clients/client.ts';
import { createAppNames } from '#server/core/account/name-policy/app-names.ts';
import { createNamePolicy } from '#server/core/account/name-policy/name-policy.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';
import type { DeveloperDeps } from './developer.ts';

/** Invisible or unstorable signs, signs that change the direction or the line of a text, and more than one blank. */
const unwanted = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|\s{2,}|^\s|\s$/u;
const visible = /[\p{L}\p{N}]/u;
/** Marks on one letter: more draw over the lines around it. */
const towers = /\p{M}{4,}/u;
/** Signs that look like the mark of a verified publisher, or that make a name look like a domain, in any script. */
const marks =
  /[\u2713\u2714\u2611\u2705\u221a\u2b50\u{1f6e1}\u{1f396}\u{1f3c5}\u{1f512}]|[\p{L}\p{N}-][.\u2024\uff0e\uff61]\p{L}{2,}(?![\p{L}\p{N}])/u;

/**
 * Checks the description of an app by the rules that the page uses while a person types.
 * @throws {Refusal} badRequest with the rule of every field: `name.zh_CN`, `redirectUris.0` …; sensitiveWords
 */
export async function checkSettings(deps: DeveloperDeps, client: OpenidClient, { ownerId, names }: NamesOfApp): Promise<void> {
  const own = [deps.evidence.publicUrl];
  const failed: Record<string, string> = {};
  const note = (field: string, rule: string | undefined): void => {
    if (rule !== undefined) failed[field] = rule;
  };
  for (const language of languages) note(`name.${language}`, nameFault(client.name[language]));
  const context = (use: AddressContext['use']): AddressContext => ({ use, kind: client.kind, own });
  const addresses = [
    ['redirectUris', 'redirect', client.redirectUris],
    ['postLogoutUris', 'logout', client.postLogoutRedirectUris],
  ] as const;
  for (const [field, use, list] of addresses) {
    addressFaults(list, context(use)).forEach((rule, place) => note(`${field}.${place}`, rule));
    if (list.length > limits.redirectAddresses) note(field, 'max');
  }
  const { home, privacy, terms } = client.links;
  const pages = { 'links.home': home, ...each('links.privacy', privacy), ...each('links.terms', terms) };
  for (const [field, address] of Object.entries(pages)) if (address !== '') note(field, addressFault(address, context('page')));
  if (client.backchannelLogoutUri !== '') note('backchannelLogoutUri', addressFault(client.backchannelLogoutUri, context('notify')));
  if (Object.keys(failed).length > 0) throw ruleRefusal(failed);
  await refuseNames(deps, client, { ownerId, names });
}

function each(prefix: string, texts: OpenidClient['name']): Readonly<Record<string, string>> {
  return Object.fromEntries(languages.map((language) => [`${prefix}.${language}`, texts[language]]));
}

function nameFault(name: string): string | undefined {
  if (name === '') return 'required';
  if (Array.from(name).length > limits.appNameMax) return 'max';
  return unwanted.test(name) || towers.test(name) || marks.test(name) || !visible.test(name) ? 'regex' : undefined;
}

/** Whose app it is, and the names that it may have in any case: those that it has, and those that the operator granted. */
interface NamesOfApp {
  readonly ownerId: string;
  readonly names: readonly string[];
}

/** Names of the operator, of platforms, of its system apps and of live apps of others, and look-alikes. */
async function refuseNames({ identity, apps }: DeveloperDeps, { name }: OpenidClient, { ownerId, names }: NamesOfApp): Promise<void> {
  const system = (await apps.clients.list()).filter((one) => one.system || one.firstParty);
  const systemNames = createNamePolicy({ lists: '', brand: system.flatMap((one) => Object.values(one.name)) });
  const appNames = createAppNames({ brand: identity.brand, live: await apps.own.liveNames(ownerId) });
  const failed: Record<string, string> = {};
  for (const language of languages) {
    const one = name[language];
    const isTaken =
      identity.words.isReserved(one) || identity.words.isSensitive(one) || systemNames.isReserved(one) || appNames.isTaken(one);
    if (isTaken && !names.includes(one)) failed[`name.${language}`] = 'sensitive';
  }
  const fields: FailedRules = failed;
  if (Object.keys(failed).length > 0) throw new Refusal('sensitiveWords', { fields });
}
