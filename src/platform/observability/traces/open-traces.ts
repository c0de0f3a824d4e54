import type { Config } from '../../config/config.ts';
import { loadBuildInfo } from '../metrics/build-info.ts';
import { setTracer } from './spans.ts';

/** Starts exporting spans to the collector, if configured. Returns a function that flushes and stops. */
export async function openTraces(config: Pick<Config, 'observability'>): Promise<() => Promise<void>> {
  const { collector } = config.observability;
  if (collector === undefined) return async () => undefined;
  const [{ BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }, { version }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      loadBuildInfo(config),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${collector.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: 5_000 });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'cryptocommerce', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: 5_000 })],
  });
  setTracer(provider.getTracer('cryptocommerce', version));
  return async () => {
    setTracer(null);
    await provider.shutdown().catch(() => undefined);
  };
}
