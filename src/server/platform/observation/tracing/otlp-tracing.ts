import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { callOuts, type CallOutMessage } from '#server/platform/outbound/call-out-channel.ts';
import type { RequestSpan, StatementName, Tracing } from './tracing.ts';

export interface OtlpTracingOptions {
  /** The collector's URL for OTLP over HTTP: `http://127.0.0.1:4318/v1/traces`. */
  readonly url: string;
  /** Percentage of traces started here that are sent. Traces started by a proxy follow its choice. */
  readonly samplePercent: number;
}

/** Traces by OpenTelemetry, sent in batches as OTLP/HTTP JSON. An unreachable collector costs only the spans. */
export function openOtlpTracing({ url, samplePercent }: OtlpTracingOptions): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'cedar-id' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(samplePercent / 100) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, timeoutMillis: 5000 }) })],
  });
  const tracer = provider.getTracer('cedar-id');
  /** The request's span. Not the API's global context, which exists once per process. */
  const current = new AsyncLocalStorage<Span>();
  const parent = (): Context => {
    const span = current.getStore();
    return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT;
  };

  const spans = new WeakMap<CallOutMessage, Span>();
  const subscribers = {
    start(message: CallOutMessage) {
      const { method, host } = message;
      const attributes = { 'http.request.method': method, 'server.address': host };
      spans.set(message, tracer.startSpan(`${method} ${host}`, { kind: SpanKind.CLIENT, attributes }, parent()));
    },
    end: () => undefined,
    asyncStart: () => undefined,
    error(message: CallOutMessage) {
      spans.get(message)?.setStatus({ code: SpanStatusCode.ERROR });
    },
    asyncEnd(message: CallOutMessage) {
      const span = spans.get(message);
      if (message.result) span?.setAttribute('http.response.status_code', message.result.status);
      span?.end();
    },
  };
  callOuts.subscribe(subscribers);

  return {
    startRequest({ method, traceparent }): RequestSpan {
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, remoteContext(traceparent));
      return {
        run: (work) => current.run(span, work),
        end({ route, status, requestId }) {
          span.updateName(`${method} ${route}`);
          span.setAttributes({
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
            'cedar.request_id': requestId,
          });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    startStatement({ operation, table }: StatementName) {
      if (current.getStore() === undefined) return undefined;
      const attributes = { 'db.operation.name': operation, 'db.collection.name': table };
      const span = tracer.startSpan(`${operation} ${table}`, { kind: SpanKind.CLIENT, attributes }, parent());
      return () => span.end();
    },
    async close() {
      callOuts.unsubscribe(subscribers);
      await provider.shutdown();
    },
  };
}

/** W3C Trace Context, section 3.2: version 00, and ids that are not all zero. */
function remoteContext(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true });
}
