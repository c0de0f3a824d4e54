import { ConfigurationError } from '../given-texts.ts';

type Given = {
  readonly PORT: number;
  readonly METRICS_PORT?: number | undefined;
  readonly METRICS_HOST?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly BUILD_COMMIT?: string | undefined;
  readonly BACKUP_MARK?: string | undefined;
};

/**
 * What operators see of a process, and where: metrics at a port of their own or nowhere, of which commit it was built,
 * and the file that a backup writes when it is whole. Where metrics are served is never where people come.
 */
export function seeingOf({ PORT, METRICS_PORT: port, METRICS_HOST: host, ...rest }: Given) {
  if (port === PORT) throw new ConfigurationError('METRICS_PORT: another port than PORT, which everybody reaches');
  return {
    metrics: port === undefined ? undefined : { port, host: host ?? '127.0.0.1' },
    /** Where spans are sent; without it none are made. */
    collector: rest.OTEL_EXPORTER_OTLP_ENDPOINT,
    commit: rest.BUILD_COMMIT,
    backupMark: rest.BACKUP_MARK,
  } as const;
}
