import type { Db } from '#server/core/database/db.ts';
import type { MessagePurpose } from '#server/platform/sending/outbox/delivery.ts';
import { codeIsOver, noteLate, noteSentLate, refuseCode } from './codes.guarded.ts';

/** The part of codes in the purpose of messages: a message and its code share one id. */
export function codePurpose(db: Db): Pick<MessagePurpose, 'isOver' | 'refuse' | 'late' | 'cameLate'> {
  return {
    isOver: (id) => codeIsOver(db, id),
    refuse: (refused) => refuseCode(db, refused),
    late: (message) => noteLate(db, message),
    cameLate: (id) => noteSentLate(db, id),
  };
}
