import type { ResultType } from '#contract/vocabulary/result-types.ts';
import type { MessageKey } from '#web/lib/texts/i18n.tsx';

/** The texts of a flow's final page, and its target (brief 3.1). */
export interface ResultKind {
  readonly title: MessageKey;
  readonly text: MessageKey;
  readonly button: MessageKey;
  readonly to: string;
  /** Navigates automatically after 3 s (spec 4). */
  readonly leads: boolean;
  /** Shows the QR code of the sign-up page instead of the tick. */
  readonly scan?: true;
}

const registered: ResultKind = { title: 'title.resRegister', text: 'rs.reg.b', button: 'rs.home', to: '/', leads: true };

const scanned: ResultKind = { title: 'title.resScan', text: 'rs.scan.b', button: 'rs.login', to: '/login', leads: false, scan: true };

/** By the last part of the path. */
const kinds: Readonly<Record<string, ResultKind>> = {
  resetPassword: { title: 'title.resReset', text: 'rs.reset.b', button: 'rs.home', to: '/', leads: true },
  upgrade: { title: 'title.resUpgrade', text: 'rs.up.b', button: 'rs.home', to: '/', leads: true },
  cancellation: { title: 'dl.ok.h', text: 'ex.del.15', button: 'rs.done', to: '/logout', leads: false },
  // The specification gives only the title, no name: both names are accepted.
  qr: scanned,
  scan: scanned,
} satisfies Partial<Record<ResultType, ResultKind>>;

/** The result kind in the path of a result page; registration for any other path. */
export function resultKind(path: string): ResultKind {
  const type = path.slice(path.lastIndexOf('/') + 1);
  return Object.hasOwn(kinds, type) ? (kinds[type] ?? registered) : registered;
}
