import type { ResultType } from '#contract/vocabulary/result-types.ts';
import type { MessageKey } from '#web/lib/i18n.tsx';

/** What the page at the end of a flow says, and where it leads (brief 3.1). */
export interface ResultKind {
  readonly title: MessageKey;
  readonly text: MessageKey;
  readonly button: MessageKey;
  readonly to: string;
  /** Goes there by itself after 3 s (spec 4). */
  readonly leads: boolean;
  /** Shows the QR code in the place of the tick. */
  readonly scan?: true;
}

const registered: ResultKind = { title: 'title.resRegister', text: 'rs.reg.b', button: 'rs.home', to: '/', leads: true };

const scanned: ResultKind = { title: 'title.resScan', text: 'follow.body', button: 'follow.skip', to: '/', leads: false, scan: true };

/** By the last part of the path. */
const kinds: Readonly<Record<string, ResultKind>> = {
  resetPassword: { title: 'title.resReset', text: 'rs.reset.b', button: 'rs.login', to: '/login', leads: true },
  upgrade: { title: 'title.resUpgrade', text: 'rs.up.b', button: 'rs.home', to: '/', leads: true },
  cancellation: { title: 'dl.ok.h', text: 'ex.del.15', button: 'rs.login', to: '/login', leads: false },
  // The specification has the title alone, no name for it: both are taken.
  qr: scanned,
  scan: scanned,
} satisfies Partial<Record<ResultType, ResultKind>>;

/** The result that a path of a result page ends in; all others are a registration. */
export function resultKind(path: string): ResultKind {
  const type = path.slice(path.lastIndexOf('/') + 1);
  return Object.hasOwn(kinds, type) ? (kinds[type] ?? registered) : registered;
}
