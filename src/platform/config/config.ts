import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readKeyRing } from '../files/file-encryption.ts';
import { parseS3Settings } from '../files/s3-settings.ts';
import { describeAccidentalDemo } from '../http/demo-guard.ts';
import { PlainLinks, requireTls } from '../http/tls-requirements.ts';
import { parseObservabilitySettings } from '../observability/metrics/settings.ts';
import {
  ConfigurationError,
  isDsn,
  isHttpAddress,
  isHttpsOrigin,
  isPushKey,
  isStrong,
  isTlsOrLocal,
  isUnsetOr,
  parseSecrets,
  providerUrlSettings,
} from './config-validators.ts';
import {
  type CredentialKeys,
  demoCredentialKeys,
  demoPushKey,
  demoSecret,
  readCredentialKeys,
} from './credential-keys.ts';

export { ConfigurationError } from './config-validators.ts';

const optionalText = z
  .string()
  .optional()
  .transform((text) => text?.trim() || undefined);

const Environment = z.object({
  MODE: z.enum(['demo', 'production']).default('demo'),
  DEMO_ON_PURPOSE: z.enum(['yes', 'no']).default('no'),
  PLAIN_ON_PURPOSE: PlainLinks,
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  HOST: optionalText,
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: optionalText,
  DATABASE_APP_URL: optionalText,
  DATABASE_AUTH_URL: optionalText,
  DATABASE_SEALER_URL: optionalText,
  DATABASE_JOBS_URL: optionalText,
  DATABASE_LISTEN_URL: optionalText,
  DATABASE_ROLES_PASSWORD: optionalText,
  DATABASE_POOL: z.coerce.number().int().min(8).max(200).default(22),
  PUBLIC_ORIGIN: optionalText,
  AUTH_SECRET: optionalText,
  FIELD_SECRET: optionalText,
  FORMER_SECRETS: optionalText,
  SMTP_URL: optionalText,
  MAIL_FROM: optionalText,
  MAIL_HOOK_SECRETS: optionalText,
  PUSH_KEY: optionalText,
  SETTINGS_FILE: optionalText,
  OIDC_ISSUER: optionalText.refine((url) => isUnsetOr(url, isHttpAddress), 'must begin with https://'),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  OIDC_NAME: z
    .string()
    .trim()
    .max(40)
    .default('')
    .transform((name) => name || 'your work account'),
  TRUSTED_PROXY: optionalText,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  FILE_KEYS: optionalText,
  CREDENTIAL_KEYS: optionalText,
  UNUSED_FILES_MB: z.coerce.number().int().min(1).max(10_000_000).default(20_000),
  S3_BUCKET: optionalText,
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: optionalText,
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  S3_PATH_STYLE: z.enum(['yes', 'no']).default('no'),
  CLAMD_ADDRESS: optionalText,
  CMC_API_KEY: optionalText,
  PRICE_PROVIDERS: z.string().default('coinmarketcap,coingecko,kraken,coinbase'),
  COINMARKETCAP_URL: z.url().default('https://pro-api.coinmarketcap.com'),
  COINGECKO_URL: z.url().default('https://api.coingecko.com'),
  KRAKEN_URL: z.url().default('https://api.kraken.com'),
  COINBASE_URL: z.url().default('https://api.exchange.coinbase.com'),
  REPORTING_ENTITY_ID: z.string().trim().min(1).max(60).default('not-registered'),
  SANCTIONS_NEEDED: optionalText,
  SANCTIONS_MAX_AGE_HOURS: z.coerce.number().int().min(1).max(2_160).default(72),
  OFAC_LIST_URL: optionalText,
  UN_LIST_URL: optionalText,
  CHAINALYSIS_KEY: optionalText,
  CHAINALYSIS_URL: z.url().default('https://public.chainalysis.com'),
  OPENSANCTIONS_KEY: optionalText,
  OPENSANCTIONS_URL: optionalText,
  OPENSANCTIONS_DATASET: z
    .string()
    .regex(/^[a-z0-9_]{1,60}$/)
    .default('default'),
  SCREENING_QUESTIONS_A_DAY: z.coerce.number().int().min(1).max(10_000_000).default(5_000),
  SCREENING_TIMEOUT_MS: z.coerce.number().int().min(100).max(20_000).default(3_000),
  GEO_DATABASE: optionalText,
  GEO_DATABASE_URL: optionalText.refine((url) => isUnsetOr(url, isHttpAddress), 'must begin with https://'),
  GEO_NETWORKS: optionalText,
  GEO_NETWORKS_URL: optionalText.refine((url) => isUnsetOr(url, isHttpAddress), 'must begin with https://'),
  GEO_DEMO_ADDRESS: z.string().default('72.27.0.1'),
  METRICS_PORT: optionalText.pipe(z.coerce.number<string | undefined>().int().min(1).max(65_535).optional()),
  METRICS_HOST: optionalText,
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText.refine((url) => isUnsetOr(url, isHttpAddress), 'must begin with https://'),
  FAULT_COLLECTOR_DSN: optionalText.refine((dsn) => isUnsetOr(dsn, isDsn), 'must be a DSN: https://KEY@HOST/PROJECT'),
  BUILD_COMMIT: optionalText,
  BACKUP_MARK: optionalText,
});

type Variables = Readonly<Record<string, string | undefined>>;

/** Variables that are set and not listed above. Each card provider reads its own. */
const readOtherVariables = (env: Variables): Variables =>
  Object.fromEntries(Object.entries(env).filter(([name, value]) => value && !Object.hasOwn(Environment.shape, name)));

/** Settings of the process, read once at startup. Settings that change at run time are in the database. */
export type Config = ReturnType<typeof readConfig>;

/** Parses the environment. Throws {@link ConfigurationError} with all invalid or missing settings. */
export function readConfig(env: Variables) {
  const result = Environment.safeParse(env);
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigurationError(`These settings are invalid:\n  ${problems.join('\n  ')}`);
  }
  const e = result.data;
  if (e.MODE === 'production') requireForProduction(e);
  else if (env['MODE'] !== 'demo' || e.DEMO_ON_PURPOSE !== 'yes') assertDemoIntended(e, env);
  const proxies = e.TRUSTED_PROXY?.split(',').map((part) => part.trim());
  return {
    mode: e.MODE,
    port: e.PORT,
    host: e.HOST ?? '127.0.0.1',
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL,
    connectionUrls: getConnectionUrls(e),
    databaseRolesPassword: e.DATABASE_ROLES_PASSWORD,
    databasePool: e.DATABASE_POOL,
    origin: e.PUBLIC_ORIGIN ?? localOrigins(e.PORT)[0],
    allowedOrigins: e.PUBLIC_ORIGIN === undefined ? localOrigins(e.PORT) : [e.PUBLIC_ORIGIN],
    authSecret: e.AUTH_SECRET ?? demoSecret(e.DATA_DIR),
    /** Encrypts secret columns. Default: the session secret. */
    fieldSecret: e.FIELD_SECRET,
    /** Earlier secrets, which still decrypt until `npm run keys:rotate` has run. */
    formerSecrets: parseSecrets(e.FORMER_SECRETS, 'FORMER_SECRETS'),
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM ?? 'Cryptocommerce <no-reply@cryptocommerce.example>',
    /** Without a secret, the server rejects delivery reports. */
    mailHookSecrets: parseSecrets(e.MAIL_HOOK_SECRETS, 'MAIL_HOOK_SECRETS'),
    pushKey: e.PUSH_KEY ?? (e.MODE === 'demo' ? demoPushKey(e.DATA_DIR) : undefined),
    settingsFile: e.SETTINGS_FILE,
    oidc: parseOidcSettings(e),
    reportingEntityId: e.REPORTING_ENTITY_ID,
    trustedProxies: proxies ?? false,
    logLevel: e.LOG_LEVEL,
    credentialKeys: credentialKeys(e),
    files: { keys: fileKeys(e), s3: parseS3Settings(e), clamd: parseClamdAddress(e), unusedMb: e.UNUSED_FILES_MB },
    geo: {
      /** One file, or a file for IPv4 and a file for IPv6. */
      databases: e.GEO_DATABASE?.split(',').map((path) => path.trim()),
      placesUrl: e.GEO_DATABASE_URL,
      renewedPlaces: join(e.DATA_DIR, 'places.mmdb'),
      networks: e.GEO_NETWORKS,
      networksUrl: e.GEO_NETWORKS_URL,
      renewedNetworks: join(e.DATA_DIR, 'networks.txt.gz'),
      demoAddress: e.MODE === 'demo' ? e.GEO_DEMO_ADDRESS.trim() || undefined : undefined,
    },
    observability: parseObservabilitySettings(e),
    screening: parseScreeningSettings(e),
    otherVariables: readOtherVariables(env),
    prices: {
      providers: e.PRICE_PROVIDERS.split(',').map((name) => name.trim()),
      coinMarketCapKey: e.CMC_API_KEY,
      urls: {
        coinmarketcap: e.COINMARKETCAP_URL,
        coingecko: e.COINGECKO_URL,
        kraken: e.KRAKEN_URL,
        coinbase: e.COINBASE_URL,
      },
    },
  } as const;
}

type Values = z.output<typeof Environment>;

/** Origins under which only this machine reaches the server. */
const localOrigins = (port: number) =>
  [`http://localhost:${port}`, `http://127.0.0.1:${port}`, `http://[::1]:${port}`] as const;

type Requirement = [name: keyof Values, present: boolean, what: string];

function requireForProduction(e: Values) {
  const overTls = providerUrlSettings.map(
    (name): Requirement => [name, isUnsetOr(e[name], isTlsOrLocal), 'an address with https://'],
  );
  const requirements: Requirement[] = [
    ...overTls,
    ...requireTls(e),
    ['DATABASE_URL', (e.DATABASE_URL ?? e.DATABASE_APP_URL) !== undefined, 'the address of the PostgreSQL database'],
    ['SMTP_URL', e.SMTP_URL !== undefined, 'the mail server, such as smtps://user:password@host'],
    ['MAIL_FROM', e.MAIL_FROM !== undefined, 'the sender of our mails'],
    ['AUTH_SECRET', isStrong(e.AUTH_SECRET), 'a random secret of at least 32 characters'],
    ['FIELD_SECRET', isUnsetOr(e.FIELD_SECRET, isStrong), 'a random secret of at least 32 characters, or none'],
    [
      'DATABASE_ROLES_PASSWORD',
      isUnsetOr(e.DATABASE_ROLES_PASSWORD, isStrong),
      'a random secret of at least 32 characters, or none',
    ],
    ['PUSH_KEY', isUnsetOr(e.PUSH_KEY, isPushKey), '32 random bytes as base64url, or none'],
    ['CLAMD_ADDRESS', e.CLAMD_ADDRESS !== undefined, 'the virus scanner, such as 127.0.0.1:3310, or the word none'],
    ['FILE_KEYS', e.FILE_KEYS !== undefined, 'keys for uploaded files, such as 2026a:base64 of 32 random bytes'],
    ['CREDENTIAL_KEYS', e.CREDENTIAL_KEYS !== undefined, 'the RSA key that signs certificates, as PEM'],
    ['PUBLIC_ORIGIN', isHttpsOrigin(e.PUBLIC_ORIGIN), 'the public address, such as https://example.com'],
    ['SETTINGS_FILE', e.SETTINGS_FILE !== undefined && existsSync(e.SETTINGS_FILE), 'rates, fee, accounts and wallets'],
  ];
  const problems = requirements
    .filter(([, present]) => !present)
    .map(([name, , description]) => `${name}: ${description}`);
  if (problems.length > 0)
    throw new ConfigurationError(`Production mode needs these settings:\n  ${problems.join('\n  ')}`);
}

function assertDemoIntended(e: Values, env: Variables): void {
  const problem = describeAccidentalDemo(e, env);
  if (problem !== null) throw new ConfigurationError(problem);
}

const getConnectionUrls = (e: Values) => ({
  app: e.DATABASE_APP_URL,
  auth: e.DATABASE_AUTH_URL,
  sealer: e.DATABASE_SEALER_URL,
  jobs: e.DATABASE_JOBS_URL,
  listen: e.DATABASE_LISTEN_URL,
});

/** Throws for an invalid key ring, because files of a lost key cannot be read. */
function fileKeys({ FILE_KEYS, DATA_DIR }: Values) {
  const text = FILE_KEYS ?? `demo:${Buffer.from(demoSecret(DATA_DIR, 'demo-file-key'), 'hex').toString('base64')}`;
  const ring = readKeyRing(text);
  if (!ring) throw new ConfigurationError('FILE_KEYS: id:key,id:key with random keys of 32 bytes in base64');
  return ring;
}

/** `none` turns scanning of uploads off. Production requires an address or `none`. */
const parseClamdAddress = ({ CLAMD_ADDRESS: address }: Values) => (address === 'none' ? undefined : address);

function credentialKeys({ CREDENTIAL_KEYS, DATA_DIR }: Values): () => CredentialKeys {
  if (CREDENTIAL_KEYS === undefined) return () => demoCredentialKeys(DATA_DIR);
  const keys = readCredentialKeys(CREDENTIAL_KEYS);
  if (!keys)
    throw new ConfigurationError(
      'CREDENTIAL_KEYS: RSA keys as PEM, a private one of 3072 bits or more first, then earlier ones',
    );
  return () => keys;
}

function parseOidcSettings(e: Values) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = e;
  if (issuer && clientId && clientSecret) return { issuer, clientId, clientSecret, name } as const;
  if (issuer || clientId || clientSecret)
    throw new ConfigurationError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: set all three, or none');
  return undefined;
}

function parseScreeningSettings(e: Values) {
  const requiredLists = (e.SANCTIONS_NEEDED ?? (e.MODE === 'demo' ? 'demo' : 'ofac,un'))
    .split(',')
    .map((name) => name.trim());
  const unknown = requiredLists.find((name) => !['ofac', 'un', 'local', 'demo'].includes(name));
  if (unknown !== undefined)
    throw new ConfigurationError(`SANCTIONS_NEEDED: "${unknown}" is unknown; use ofac, un, local or demo`);
  if (e.MODE === 'production' && requiredLists.includes('demo'))
    throw new ConfigurationError('SANCTIONS_NEEDED: the demo list is invented and cannot be used in production');
  const urls = { ofac: e.OFAC_LIST_URL, un: e.UN_LIST_URL };
  for (const [name, url] of Object.entries(urls))
    if (url !== undefined && !/^(https?|file):\/\//.test(url))
      throw new ConfigurationError(`The address of the list ${name} must begin with https:// or file://`);
  const { CHAINALYSIS_KEY: key, OPENSANCTIONS_URL: openSanctions } = e;
  return {
    needed: requiredLists,
    maxAgeHours: e.SANCTIONS_MAX_AGE_HOURS,
    urls,
    timeoutMs: e.SCREENING_TIMEOUT_MS,
    maxQueriesPerDay: e.SCREENING_QUESTIONS_A_DAY,
    chainalysis: key === undefined ? undefined : { url: e.CHAINALYSIS_URL, key },
    openSanctions:
      openSanctions === undefined
        ? undefined
        : { url: openSanctions, key: e.OPENSANCTIONS_KEY, dataset: e.OPENSANCTIONS_DATASET },
  } as const;
}
