import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '#server/platform/observation/log.ts';
import type { Metrics } from '#server/platform/observation/metrics/metrics.ts';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves `GET /metrics` on a separate, private port. An unreadable value fails the whole answer, so that the gap is
 * visible.
 */
export async function startMetricsServer(
  metrics: Metrics,
  { host, port, log }: { readonly host: string; readonly port: number; readonly log: Log },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.render().then(
      ({ contentType, text }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics cannot be read');
        response.writeHead(500).end();
      },
    );
  });
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(port, host, listening.resolve);
  await listening.promise;
  // The address of a server on a port is an object.
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
