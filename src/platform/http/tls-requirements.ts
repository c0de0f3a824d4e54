import pg from 'pg';
import { z } from 'zod';
import { isLocal, isLoopback, isTlsOrLocal } from '../config/config-validators.ts';

const links = ['database', 'mail', 'bucket', 'clamd', 'traces', 'faults', 'metrics', 'proxy'] as const;

export const PlainLinks = z
  .string()
  .default('')
  .transform((text) => text.split(',').map((word) => word.trim()))
  .transform((words) => words.filter(Boolean))
  .pipe(z.array(z.enum(links)));

const databases = [
  ...(['DATABASE_URL', 'DATABASE_APP_URL', 'DATABASE_AUTH_URL'] as const),
  ...(['DATABASE_SEALER_URL', 'DATABASE_JOBS_URL', 'DATABASE_LISTEN_URL'] as const),
];

type LinkEnvironment = { readonly [name in (typeof databases)[number]]?: string | undefined } & {
  readonly PLAIN_ON_PURPOSE: z.output<typeof PlainLinks>;
  readonly SMTP_URL?: string | undefined;
  readonly S3_ENDPOINT?: string | undefined;
  readonly CLAMD_ADDRESS?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly FAULT_COLLECTOR_DSN?: string | undefined;
  readonly METRICS_PORT?: number | undefined;
  readonly METRICS_HOST?: string | undefined;
  readonly HOST?: string | undefined;
};

type Requirement = [name: keyof LinkEnvironment, present: boolean, what: string];

/** Requires TLS with a checked certificate to other machines, unless PLAIN_ON_PURPOSE exempts it (ASVS 12.3.1). */
export function requireTls(e: LinkEnvironment): Requirement[] {
  const isAllowed = (link: (typeof links)[number]) => e.PLAIN_ON_PURPOSE.includes(link);
  const describe = (link: (typeof links)[number], requirement: string) =>
    `${requirement}, or ${link} in PLAIN_ON_PURPOSE if only your own network is in between`;
  const isAcceptable = (link: (typeof links)[number], value: string | undefined, isSafe: (text: string) => boolean) =>
    value === undefined || isAllowed(link) || isSafe(value);
  const metricsHost = e.METRICS_PORT === undefined ? undefined : e.METRICS_HOST;
  const databaseRequirements = databases.map((name): Requirement => {
    const requirement = describe('database', 'TLS with a verified certificate (?sslmode=verify-full&sslrootcert=...)');
    return [name, isAcceptable('database', e[name], isSafeDatabaseUrl), requirement];
  });
  return [
    ...databaseRequirements,
    [
      'SMTP_URL',
      isAcceptable('mail', e.SMTP_URL, isSafeMailUrl),
      describe('mail', 'smtps://, or smtp:// with ?requireTLS=true'),
    ],
    [
      'S3_ENDPOINT',
      isAcceptable('bucket', e.S3_ENDPOINT, isTlsOrLocal),
      describe('bucket', 'an address with https://'),
    ],
    [
      'CLAMD_ADDRESS',
      isAcceptable('clamd', e.CLAMD_ADDRESS, isLocalDaemon),
      describe('clamd', 'a daemon on this machine'),
    ],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      isAcceptable('traces', e.OTEL_EXPORTER_OTLP_ENDPOINT, isTlsOrLocal),
      describe('traces', 'an address with https://'),
    ],
    [
      'FAULT_COLLECTOR_DSN',
      isAcceptable('faults', e.FAULT_COLLECTOR_DSN, isTlsOrLocal),
      describe('faults', 'an address with https://'),
    ],
    ['METRICS_HOST', isAcceptable('metrics', metricsHost, isLoopback), describe('metrics', '127.0.0.1')],
    ['HOST', isAcceptable('proxy', e.HOST, isLoopback), describe('proxy', '127.0.0.1, with the proxy on this machine')],
  ];
}

/** Parses the address with the driver, which knows every form of it. */
function isSafeDatabaseUrl(address: string): boolean {
  try {
    const { host, ssl } = new pg.Client({ connectionString: address }) as { host: string; ssl: unknown };
    if (host.startsWith('/') || isLoopback(host)) return true;
    return Boolean(ssl) && (ssl as { rejectUnauthorized?: boolean }).rejectUnauthorized !== false;
  } catch {
    return false;
  }
}

function isSafeMailUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, searchParams } = new URL(address);
  if (isLoopback(hostname) || isLocal(address)) return true;
  const usesTls = protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
  return usesTls && searchParams.get('tls.rejectUnauthorized') !== 'false';
}

const isLocalDaemon = (address: string): boolean =>
  address === 'none' || address.startsWith('/') || isLoopback(address.replace(/:\d+$/, ''));
