/**
 * Serves the files of the app, and its libraries as they come. A build tool such as Vite does the same.
 * `npm run example-browser-app`, then open the URL that it prints.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { PORT = '8765' } = process.env;

const files = new Map([
  ['/', { type: 'text/html; charset=utf-8', at: new URL('index.html', import.meta.url) }],
  ['/app.js', { type: 'text/javascript', at: new URL('app.js', import.meta.url) }],
  ...['oidc-client-ts', 'jwt-decode'].map((name) => libraryOf(name)),
]);

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const file = files.get(pathname === '/callback' ? '/' : pathname);
  if (file === undefined) response.writeHead(404).end();
  else response.setHeader('content-type', file.type).end(readFileSync(file.at));
});
server.on('error', () => {
  console.error(`Port ${PORT} is in use. Take another one: PORT=8766 npm run example-browser-app`);
  process.exit(1);
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`Open http://127.0.0.1:${PORT}`));
process.once('SIGTERM', () => server.close(() => process.exit()));

function libraryOf(name: string) {
  return [`/library/${name}`, { type: 'text/javascript', at: new URL(import.meta.resolve(name)) }] as const;
}
