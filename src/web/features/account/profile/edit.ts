import type { ReactNode } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';

/** The state of an edit, laid out by a desktop dialog or a mobile page. */
export interface Edit {
  /** The id of the form that Save submits. */
  readonly formId: string;
  readonly pending: boolean;
  /** True if leaving would lose something. */
  readonly changed: boolean;
  /** It cannot be changed now; the content explains the reason. */
  readonly blocked: boolean;
  readonly content: ReactNode;
}

export interface EditOptions {
  readonly account: AccountView;
  /** Called when the account has the change. */
  readonly onDone: () => void;
}

/** A form has no layout; its child provides it. */
export interface EditProps extends EditOptions {
  readonly children: (edit: Edit) => ReactNode;
}
