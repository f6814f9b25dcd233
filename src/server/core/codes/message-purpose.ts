import type { Db } from '#server/core/database.ts';
import type { MessagePurpose } from '#server/platform/outbox/delivery.ts';
import { codeIsOver, refuseCode } from './codes.guarded.ts';

/** What the outbox needs to know of codes: a message and its code have one id. */
export function codePurpose(db: Db): MessagePurpose {
  return { isOver: (id) => codeIsOver(db, id), refuse: (refused) => refuseCode(db, refused) };
}
