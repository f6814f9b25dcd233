import type { ReactNode } from 'react';
import type { AccountView } from '#contract/schemas/account.ts';

/** What is edited and where it goes: a dialog of the desktop or a page of the phone lays it out. */
export interface Edit {
  /** The id of the form that Save submits. */
  readonly formId: string;
  readonly pending: boolean;
  /** Leaving would lose something. */
  readonly changed: boolean;
  /** It cannot be changed now; the content says why. */
  readonly blocked: boolean;
  readonly content: ReactNode;
}

export interface EditOptions {
  readonly account: AccountView;
  /** Called when the account has the change. */
  readonly onDone: () => void;
}

/** A form lays nothing out: that is what its child does. */
export interface EditProps extends EditOptions {
  readonly children: (edit: Edit) => ReactNode;
}
