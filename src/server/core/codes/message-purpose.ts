import type { Db } from '#server/core/database.ts';
import type { MessagePurpose } from '#server/platform/outbox/delivery.ts';
import { codeIsOver, refuseCode } from './codes.guarded.ts';

/** Adapter of codes for the outbox: a message and its code share one id. */
export function codePurpose(db: Db): MessagePurpose {
  return { isOver: (id) => codeIsOver(db, id), refuse: (refused) => refuseCode(db, refused) };
}
