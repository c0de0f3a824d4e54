import pg from 'pg';
import { z } from 'zod';
import { isLocal, isLoopback, isSafeOnItsWay } from './given-texts.ts';

const lines = ['database', 'mail', 'bucket', 'clamd', 'traces', 'metrics', 'proxy'] as const;

/** The words of PLAIN_ON_PURPOSE: which lines may leave this machine as they are. */
export const PlainOnPurpose = z
  .string()
  .default('')
  .transform((text) => text.split(',').map((word) => word.trim()))
  .transform((words) => words.filter(Boolean))
  .pipe(z.array(z.enum(lines)));

const databases = [
  ...(['DATABASE_URL', 'DATABASE_APP_URL', 'DATABASE_AUTH_URL'] as const),
  ...(['DATABASE_SEALER_URL', 'DATABASE_JOBS_URL', 'DATABASE_LISTEN_URL'] as const),
];

type Given = { readonly [name in (typeof databases)[number]]?: string | undefined } & {
  readonly PLAIN_ON_PURPOSE: z.output<typeof PlainOnPurpose>;
  readonly SMTP_URL?: string | undefined;
  readonly S3_ENDPOINT?: string | undefined;
  readonly CLAMD_ADDRESS?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly METRICS_PORT?: number | undefined;
  readonly METRICS_HOST?: string | undefined;
  readonly HOST?: string | undefined;
};

type Want = [name: keyof Given, present: boolean, what: string];

/**
 * What production asks of every line that leaves this machine: TLS, with a certificate that is checked. Where only a
 * network of the operator's own lies between, they say so for each kind of line, or it does not start (ASVS 12.3.1).
 */
export function plainLines(e: Given): Want[] {
  const isTold = (line: (typeof lines)[number]) => e.PLAIN_ON_PURPOSE.includes(line);
  const unlessTold = (line: (typeof lines)[number], how: string) =>
    `${how}, or ${line} in PLAIN_ON_PURPOSE where only a network of your own is between`;
  const or = (line: (typeof lines)[number], given: string | undefined, isSafe: (text: string) => boolean) =>
    given === undefined || isTold(line) || isSafe(given);
  const metricsHost = e.METRICS_PORT === undefined ? undefined : e.METRICS_HOST;
  const roads = databases.map((name): Want => {
    const how = unlessTold('database', 'TLS with a certificate that is checked (?sslmode=verify-full&sslrootcert=...)');
    return [name, or('database', e[name], isSafeRoad), how];
  });
  return [
    ...roads,
    ['SMTP_URL', or('mail', e.SMTP_URL, isSafeMail), unlessTold('mail', 'smtps://, or smtp:// with ?requireTLS=true')],
    ['S3_ENDPOINT', or('bucket', e.S3_ENDPOINT, isSafeOnItsWay), unlessTold('bucket', 'an address with https://')],
    ['CLAMD_ADDRESS', or('clamd', e.CLAMD_ADDRESS, isNear), unlessTold('clamd', 'a daemon of this machine')],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      or('traces', e.OTEL_EXPORTER_OTLP_ENDPOINT, isSafeOnItsWay),
      unlessTold('traces', 'an address with https://'),
    ],
    ['METRICS_HOST', or('metrics', metricsHost, isLoopback), unlessTold('metrics', '127.0.0.1')],
    ['HOST', or('proxy', e.HOST, isLoopback), unlessTold('proxy', '127.0.0.1, with the proxy beside it')],
  ];
}

/** Asks the driver itself what it makes of an address: it knows more ways to write one than anybody reads at sight. */
function isSafeRoad(address: string): boolean {
  try {
    const { host, ssl } = new pg.Client({ connectionString: address }) as { host: string; ssl: unknown };
    if (host.startsWith('/') || isLoopback(host)) return true;
    return Boolean(ssl) && (ssl as { rejectUnauthorized?: boolean }).rejectUnauthorized !== false;
  } catch {
    return false;
  }
}

function isSafeMail(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, searchParams } = new URL(address);
  if (isLoopback(hostname) || isLocal(address)) return true;
  const speaksTls = protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
  return speaksTls && searchParams.get('tls.rejectUnauthorized') !== 'false';
}

/** A daemon behind a socket of this machine, or its own loop; or none. */
const isNear = (address: string): boolean =>
  address === 'none' || address.startsWith('/') || isLoopback(address.replace(/:\d+$/, ''));
