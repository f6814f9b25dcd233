import type { Db } from '#server/core/database/db.ts';

/** Payload of each event. */
interface Payloads {
  /** Id of an account for which an audit event was recorded. */
  readonly accountChanged: string;
  /** Ids of sessions. */
  readonly sessionEnded: readonly string[];
  /** Events wait for the streams of apps. */
  readonly signalQueued: undefined;
}

type Listener<Payload> = (payload: Payload) => void;

/** The events of core that capabilities subscribe to when they are constructed. Core calls no capability otherwise. */
export type Events = { readonly [Name in keyof Payloads]: { subscribe(listener: Listener<Payloads[Name]>): void } };

/** Reports an event to its subscribers after the commit of the current transaction. */
export type Emit<Name extends keyof Payloads> = Listener<Payloads[Name]>;

type Emitters = { readonly [Name in keyof Payloads]: { readonly emit: Emit<Name> } };

export function createEvents(db: Pick<Db, 'afterCommit'>): Events & Emitters {
  function event<Payload>() {
    const listeners: Listener<Payload>[] = [];
    return {
      subscribe: (listener: Listener<Payload>) => void listeners.push(listener),
      emit: (payload: Payload) =>
        db.afterCommit(() => {
          for (const listener of listeners) listener(payload);
        }),
    };
  }
  return { accountChanged: event<string>(), sessionEnded: event<readonly string[]>(), signalQueued: event<undefined>() };
}
