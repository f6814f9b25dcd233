import { hour } from '#server/platform/clock.ts';
import { linkRows, type LinkName, type LinkPage } from './link-rows.ts';

declare const made: unique symbol;

/** An address with a token of ours. Only this file makes one, by its row. */
export interface TokenLink {
  /** Path on this site; `short` is that of an SMS, in which every letter counts. */
  readonly path: string;
  readonly short: string;
  /** 0 where the message names no lifetime. */
  readonly hours: number;
  readonly [made]: 'token';
}

/** An address without a token, which opens the same for everybody. */
export interface PageLink {
  readonly path: string;
  readonly short: string;
  readonly hours: 0;
  readonly [made]: 'page';
}

/** A link of a message. */
export type MailLink = TokenLink | PageLink;

export function tokenLink<Name extends LinkName>(
  kind: Name,
  { token, lifeMs = 0, page }: { readonly token: string; readonly lifeMs?: number | undefined; readonly page?: LinkPage<Name> | undefined },
): TokenLink {
  const { pages } = linkRows[kind];
  const [usual, short = usual] = pages;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the mark of this file
  return { path: (page ?? usual) + token, short: (page ?? short) + token, hours: Math.round(lifeMs / hour) } as TokenLink;
}

/** Each of these pages asks who is there. */
export function pageLink(path: '/' | '/freeze' | '/frozen' | '/register/support'): PageLink {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the mark of this file
  return { path, short: path, hours: 0 } as PageLink;
}

/** A letter to our support, for a message that nothing answers. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the mark of this file
export const supportLink = { path: '/', short: '/', hours: 0 } as PageLink;
