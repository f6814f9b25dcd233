/** Preloaded into a server for the control run: removes its time limits. */
import { Server } from 'node:http';

/** @type {Function} */
const listen = Reflect.get(Server.prototype, 'listen');
const without = { timeout: 0, headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 };

Object.assign(Server.prototype, {
  /** @param {unknown[]} args */
  listen(...args) {
    Object.assign(this, without);
    return Reflect.apply(listen, this, args);
  },
});
