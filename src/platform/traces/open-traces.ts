import type { Config } from '../config.ts';
import { buildOf } from '../metrics/build-facts.ts';
import { traceWith } from './spans.ts';

/**
 * Sends spans to the collector that the settings name, in batches and beside everything else; what it does not take in
 * time is dropped. Without one nothing of the library is loaded. Answers how to send what is left, and end.
 */
export async function openTraces(config: Pick<Config, 'seeing'>): Promise<() => Promise<void>> {
  const { collector } = config.seeing;
  if (collector === undefined) return async () => undefined;
  const [{ BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }, { version }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      buildOf(config),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${collector.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: 5_000 });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'cryptocommerce', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: 5_000 })],
  });
  traceWith(provider.getTracer('cryptocommerce', version));
  return async () => {
    traceWith(null);
    // A collector that is away holds up nobody's end.
    await provider.shutdown().catch(() => undefined);
  };
}
