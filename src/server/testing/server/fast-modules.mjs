import { registerHooks } from 'node:module';
import { resolveOwn } from '#server/own-modules.mjs';

// For a program that a test starts by `--import`: it finds its modules as the server does (main.mjs).
registerHooks({ resolve: resolveOwn });
