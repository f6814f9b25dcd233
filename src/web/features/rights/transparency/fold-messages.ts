import type { Message } from './transparency.ts';

/** Messages about one event, the newest first. */
export type Sent = readonly [Message, ...Message[]];

/** How far apart the messages about one event may leave, in milliseconds. */
const apart = 15_000;

/** Messages, newest first, as rows: those of one event leave together, each to another address. */
export function foldMessages(messages: readonly Message[]): readonly Sent[] {
  const rows: Sent[] = [];
  for (const message of messages) {
    const index = rows.findIndex((row) => isOfOneEvent(row, message));
    const row = rows[index];
    if (row === undefined) rows.push([message]);
    else rows[index] = [...row, message];
  }
  return rows;
}

function isOfOneEvent([first, ...others]: Sent, message: Message): boolean {
  const isNew = [first, ...others].every(({ target }) => target !== message.target);
  return first.title === message.title && isNew && Math.abs(Date.parse(first.at) - Date.parse(message.at)) <= apart;
}
