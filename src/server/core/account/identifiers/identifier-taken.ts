import type { RefusalName } from '#contract/errors.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { IdentifierKind } from './identifier.ts';

const refusals: Readonly<Record<IdentifierKind, RefusalName>> = {
  phone: 'phoneExists',
  email: 'emailExists',
  username: 'usernameExists',
  nickname: 'nicknameExists',
};

/** Another account has this identifier. Thrown inside the transaction to roll back the whole change. */
export class IdentifierTaken extends Refusal {
  readonly kind: IdentifierKind;

  constructor(kind: IdentifierKind) {
    super(refusals[kind]);
    this.kind = kind;
  }
}
