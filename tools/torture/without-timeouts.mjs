/** Preloaded into a server for the control run: as if it had no limits of time. */
import { Server } from 'node:http';

const listen = Server.prototype.listen;
Server.prototype.listen = function listenWithoutTimeouts(...args) {
  Object.assign(this, { timeout: 0, headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 });
  return listen.apply(this, args);
};
