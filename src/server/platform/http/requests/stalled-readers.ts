import type { Socket } from 'node:net';

/** Ends connections whose peer has stopped reading. */
export interface StalledReaders {
  /** Watches a connection until it closes. */
  watch(socket: Socket): void;
  /** Ends every connection whose waiting bytes have not moved for longer than the limit. Runs every few seconds. */
  sweep(): void;
}

interface Waiting {
  /** Bytes sent when it was first seen waiting. */
  readonly left: number;
  /** Milliseconds on the clock of `now`. */
  readonly since: number;
}

/**
 * A client that requests much and reads nothing keeps answers in memory. The timeouts of Node.js restart with every
 * byte that it sends, even a blank line, so they do not end it. Here only sent bytes count, in the pieces of the
 * writes.
 * @param limitMs How long bytes may wait while none is sent; long enough for one answer on a slow line.
 * @param now Milliseconds that never step back.
 */
export function createStalledReaders(limitMs: number, now: () => number): StalledReaders {
  const sockets = new Map<Socket, Waiting | undefined>();
  return {
    watch(socket) {
      sockets.set(socket, undefined);
      socket.once('close', () => sockets.delete(socket));
    },
    sweep() {
      const at = now();
      for (const [socket, before] of sockets) {
        if (socket.writableLength === 0) {
          if (before !== undefined) sockets.set(socket, undefined);
          continue;
        }
        const left = socket.bytesWritten - socket.writableLength;
        if (before?.left !== left) sockets.set(socket, { left, since: at });
        else if (at - before.since >= limitMs) socket.destroy();
      }
    },
  };
}
