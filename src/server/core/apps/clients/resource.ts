import { languages, type InEveryLanguage } from '#contract/vocabulary/languages.ts';
import { isScope } from '#contract/vocabulary/scopes.ts';

/** An API of the operator, for which apps ask for access tokens (RFC 8707). */
export interface Resource {
  /** The address that apps name as `resource`, and the audience of the tokens. */
  readonly id: string;
  /** Words of the consent page, by scope. */
  readonly scopes: Readonly<Record<string, InEveryLanguage>>;
  /** The life of an access token. */
  readonly tokenSeconds: number;
  /** `jwt`: the API checks it itself (RFC 9068); `opaque`: it asks us, and the token dies in the same second as access. */
  readonly format: 'jwt' | 'opaque';
  /** The client that may ask what a token for this API is worth (RFC 7662), or ''. */
  readonly introspector: string;
}

/** Nobody can end a JWT, so that it lives no longer. */
export const tokenSecondsRange = { least: 60, most: 300 } as const;
const mostScopes = 50;
const mostTextLength = 120;

/** Invalid description of a resource. */
export class ResourceError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ResourceError';
  }
}

/** @throws {ResourceError} */
export function checkResource({ id, scopes, tokenSeconds }: Resource): void {
  const url = URL.parse(id);
  const isPlain = url !== null && url.href === id && url.protocol === 'https:' && !/[#\s]/.test(id) && id.length <= 256;
  if (!isPlain || url.username !== '' || url.password !== '') {
    throw new ResourceError(`id must be a complete https address without user name and fragment, not '${id}'`);
  }
  const { least, most } = tokenSecondsRange;
  if (!Number.isInteger(tokenSeconds) || tokenSeconds < least || tokenSeconds > most) {
    throw new ResourceError(`token-seconds must be ${least} to ${most}`);
  }
  const names = Object.keys(scopes);
  if (names.length === 0 || names.length > mostScopes) throw new ResourceError(`needs 1 to ${mostScopes} scopes`);
  for (const name of names) checkScope(name, scopes[name]);
}

function checkScope(name: string, texts: InEveryLanguage | undefined): void {
  if (!/^[A-Za-z0-9][\w.:-]{0,63}$/.test(name)) throw new ResourceError(`a scope must be letters, digits and . : _ -, not '${name}'`);
  if (isScope(name) || name.startsWith('ssf.')) throw new ResourceError(`the scope '${name}' means something else here`);
  for (const language of languages) {
    const text = texts?.[language] ?? '';
    if (text.trim() === '' || text.length > mostTextLength) {
      throw new ResourceError(`the scope '${name}' needs a text of at most ${mostTextLength} characters in every language`);
    }
  }
}

/** One scope of one resource, in a word: `https://api.example.com/#notes.read`. No resource has a fragment. */
export function grantWord(resource: string, scope: string): string {
  return `${resource}#${scope}`;
}

export function splitGrantWord(word: string): { readonly resource: string; readonly scope: string } {
  const at = word.lastIndexOf('#');
  return { resource: word.slice(0, at), scope: word.slice(at + 1) };
}

export function isGrantWord(text: string): boolean {
  return text.lastIndexOf('#') > 0;
}
