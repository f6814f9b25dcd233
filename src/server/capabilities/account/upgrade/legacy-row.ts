import { itemChoices, itemCodes } from '#contract/account/profile/choices.ts';
import { isItem, isOfKind } from '#contract/account/profile/items.ts';
import { itemRules, cleanItem } from '#contract/rules/profile.ts';
import { firstFailing } from '#contract/rules/rule.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import { identifier, type IdentifierKind } from '#server/core/account/identifiers/identifier.ts';
import type { ProfileItems } from '#server/core/account/accounts/profile-items.repository.ts';
import type { LegacyRecord } from '#server/core/account/legacy/legacy-account.ts';
import { readForeignHash, type ForeignHash } from '#server/platform/crypto/foreign-hash.ts';

/** An accepted row of an import. */
export interface LegacyRow {
  readonly record: LegacyRecord;
  readonly password: ForeignHash | null;
}

/** The reasons to refuse a row: `field: rule` for each field, never a value. */
export class RowRefused extends Error {
  constructor(reasons: readonly string[]) {
    super(reasons.join(', '));
    this.name = 'RowRefused';
  }
}

type Fields = Readonly<Record<string, unknown>>;

const known: ReadonlySet<string> = new Set([
  'id',
  'phone',
  'phoneVerified',
  'email',
  'emailVerified',
  'username',
  'nickname',
  'password',
  'region',
  'language',
  'createdAt',
  'profile',
]);

const maxIdLength = 64;

/** A name of a field that can be repeated: another one may hold anything. */
const shownName = (name: string): string => (/^[A-Za-z]\w{0,39}$/.test(name) ? name : 'a field');

/**
 * Reads one line of an import (docs/operations.md): JSON, checked by the same rules as all user input.
 * @throws {RowRefused} with every reason at once
 */
export function readLegacyRow(line: string): LegacyRow {
  const fields = parse(line);
  const reasons: string[] = [];
  const refuse = (reason: string) => void reasons.push(reason);
  for (const name of Object.keys(fields)) if (!known.has(name)) refuse(`${shownName(name)}: unknown`);
  const id = fields['id'];
  const number = typeof id === 'number' ? String(id) : id;
  if (typeof number !== 'string' || number === '' || number.length > maxIdLength) refuse('id: required');
  const [phone, email, username, nickname] = (['phone', 'email', 'username', 'nickname'] as const).map((kind) =>
    readName(fields[kind], kind, refuse),
  );
  const password = fields['password'] == null ? null : readForeignHash(fields['password']);
  if (password === undefined) refuse('password: scheme');
  if (phone === null && email === null && (username === null || password === null)) refuse('phone: required');
  const record: LegacyRecord = {
    number: typeof number === 'string' ? number : '',
    phone: phone ?? null,
    phoneIsVerified: readFlag(fields, 'phoneVerified', refuse),
    email: email ?? null,
    emailIsVerified: readFlag(fields, 'emailVerified', refuse),
    username: username ?? null,
    nickname: nickname ?? null,
    region: readChoice(fields['region'], { name: 'region', values: regions, refuse }) ?? '',
    language: readChoice(fields['language'], { name: 'language', values: languages, refuse }),
    items: readItems(fields['profile'], refuse),
    createdAt: readTime(fields['createdAt'], refuse),
  };
  if (reasons.length > 0) throw new RowRefused(reasons);
  return { record, password: password ?? null };
}

type Refuse = (reason: string) => void;

function parse(line: string): Fields {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Reported below, without the text: it may hold anything.
  }
  throw new RowRefused(['row: no JSON object']);
}

/** The phone, the email as written, the username or the nickname; null for none. */
function readName(value: unknown, kind: IdentifierKind, refuse: Refuse): string | null {
  if (value === undefined || value === null || value === '') return null;
  const found = typeof value === 'string' ? identifier(kind, value) : undefined;
  if (!found) refuse(`${kind}: regex`);
  return found?.shown ?? null;
}

function readFlag(fields: Fields, name: string, refuse: Refuse): boolean {
  const value = fields[name] ?? false;
  if (typeof value !== 'boolean') refuse(`${name}: boolean`);
  return value === true;
}

function readChoice<Value extends string>(
  value: unknown,
  { name, values, refuse }: { readonly name: string; readonly values: readonly Value[]; readonly refuse: Refuse },
): Value | null {
  if (value === undefined || value === null || value === '') return null;
  const found = values.find((one) => one === value);
  if (found === undefined) refuse(`${name}: choice`);
  return found ?? null;
}

function readTime(value: unknown, refuse: Refuse): number | null {
  if (value === undefined || value === null) return null;
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) refuse('createdAt: date');
  return Number.isNaN(at) ? null : at;
}

function readItems(value: unknown, refuse: Refuse): ProfileItems {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    refuse('profile: object');
    return {};
  }
  const items: Record<string, string | number> = {};
  for (const [name, item] of Object.entries(value)) {
    if (item === null || item === '' || item === 0) continue;
    const failing = itemRule(name, item);
    if (failing === undefined) items[name] = typeof item === 'string' && isItem(name) ? cleanItem(name, item) : item;
    else refuse(`profile.${failing}`);
  }
  return items;
}

/** `item: rule` for a failed item. */
function itemRule(name: string, value: unknown): string | undefined {
  if (!isItem(name)) return `${shownName(name)}: unknown`;
  if (isOfKind(name, 'code')) return isOneOf(itemCodes[name], value) ? undefined : `${name}: choice`;
  if (typeof value !== 'string') return `${name}: ${isOfKind(name, 'text') ? 'text' : 'choice'}`;
  if (isOfKind(name, 'choice')) return isOneOf(itemChoices[name], value) ? undefined : `${name}: choice`;
  const rule = firstFailing(itemRules[name], cleanItem(name, value));
  return rule === undefined ? undefined : `${name}: ${rule}`;
}

function isOneOf(values: readonly unknown[], value: unknown): boolean {
  return values.includes(value);
}
