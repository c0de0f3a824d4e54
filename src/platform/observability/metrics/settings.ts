import { ConfigurationError } from '../../config/config-validators.ts';

type ObservabilityEnvironment = {
  readonly PORT: number;
  readonly METRICS_PORT?: number | undefined;
  readonly METRICS_HOST?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly FAULT_COLLECTOR_DSN?: string | undefined;
  readonly BUILD_COMMIT?: string | undefined;
  readonly BACKUP_MARK?: string | undefined;
};

export function parseObservabilitySettings({
  PORT,
  METRICS_PORT: port,
  METRICS_HOST: host,
  ...rest
}: ObservabilityEnvironment) {
  if (port === PORT) throw new ConfigurationError('METRICS_PORT: use another port than PORT, which is public');
  return {
    metrics: port === undefined ? undefined : { port, host: host ?? '127.0.0.1' },
    collector: rest.OTEL_EXPORTER_OTLP_ENDPOINT,
    faultCollector: rest.FAULT_COLLECTOR_DSN,
    commit: rest.BUILD_COMMIT,
    backupFile: rest.BACKUP_MARK,
  } as const;
}
