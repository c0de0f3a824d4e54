import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { accidentalDemo } from './accidental-demo.ts';
import { cardsOf } from './card-settings.ts';
import { type CredentialKeys, demoCredentialKeys, readCredentialKeys } from './credential-keys.ts';
import { demoPushKey, demoSecret } from './demo-secret.ts';
import { readKeyRing } from './files/key-ring.ts';
import { s3Of } from './files/s3-settings.ts';
import {
  ConfigurationError,
  companies,
  isGood,
  isHttpAddress,
  isHttpsOrigin,
  isPushKey,
  isSafeOnItsWay,
  isStrong,
  secretsOf,
} from './given-texts.ts';
import { seeingOf } from './metrics/settings.ts';
import { PlainOnPurpose, plainLines } from './plain-lines.ts';

export { ConfigurationError } from './given-texts.ts';

/** An empty variable counts as absent, as in most deployment tools. */
const optional = z
  .string()
  .optional()
  .transform((text) => text?.trim() || undefined);

const Environment = z.object({
  MODE: z.enum(['demo', 'production']).default('demo'),
  DEMO_ON_PURPOSE: z.enum(['yes', 'no']).default('no'),
  PLAIN_ON_PURPOSE: PlainOnPurpose,
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  HOST: optional,
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: optional,
  DATABASE_APP_URL: optional,
  DATABASE_AUTH_URL: optional,
  DATABASE_SEALER_URL: optional,
  DATABASE_JOBS_URL: optional,
  DATABASE_LISTEN_URL: optional,
  DATABASE_ROLES_PASSWORD: optional,
  DATABASE_POOL: z.coerce.number().int().min(8).max(200).default(22),
  PUBLIC_ORIGIN: optional,
  AUTH_SECRET: optional,
  FIELD_SECRET: optional,
  FORMER_SECRETS: optional,
  SMTP_URL: optional,
  MAIL_FROM: optional,
  MAIL_HOOK_SECRETS: optional,
  PUSH_KEY: optional,
  SETTINGS_FILE: optional,
  TRUSTED_PROXY: optional,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  FILE_KEYS: optional,
  CREDENTIAL_KEYS: optional,
  UNUSED_FILES_MB: z.coerce.number().int().min(1).max(10_000_000).default(20_000),
  S3_BUCKET: optional,
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: optional,
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_PATH_STYLE: z.enum(['yes', 'no']).default('no'),
  CLAMD_ADDRESS: optional,
  CMC_API_KEY: optional,
  PRICE_PROVIDERS: z.string().default('coinmarketcap,coingecko,kraken,coinbase'),
  COINMARKETCAP_URL: z.url().default('https://pro-api.coinmarketcap.com'),
  COINGECKO_URL: z.url().default('https://api.coingecko.com'),
  KRAKEN_URL: z.url().default('https://api.kraken.com'),
  COINBASE_URL: z.url().default('https://api.exchange.coinbase.com'),
  REPORTING_ENTITY_ID: z.string().trim().min(1).max(60).default('not-registered'),
  SANCTIONS_NEEDED: optional,
  SANCTIONS_MAX_AGE_HOURS: z.coerce.number().int().min(1).max(2_160).default(72),
  OFAC_LIST_URL: optional,
  UN_LIST_URL: optional,
  CHAINALYSIS_KEY: optional,
  CHAINALYSIS_URL: z.url().default('https://public.chainalysis.com'),
  OPENSANCTIONS_KEY: optional,
  OPENSANCTIONS_URL: optional,
  OPENSANCTIONS_DATASET: z
    .string()
    .regex(/^[a-z0-9_]{1,60}$/)
    .default('default'),
  WIPAY_ACCOUNT: z
    .string()
    .trim()
    .regex(/^(\d{10})?$/)
    .optional(),
  WIPAY_API_KEY: optional,
  WIPAY_ENVIRONMENT: z.enum(['sandbox', 'live']).default('sandbox'),
  WIPAY_URL: optional,
  WIPAY_METHOD: z.string().default('credit_card_co'),
  FYGARO_BUTTON_URL: optional,
  FYGARO_KEY_ID: optional,
  FYGARO_SECRET: optional,
  FYGARO_HOOK_SECRETS: optional,
  SCREENING_QUESTIONS_A_DAY: z.coerce.number().int().min(1).max(10_000_000).default(5_000),
  SCREENING_TIMEOUT_MS: z.coerce.number().int().min(100).max(20_000).default(3_000),
  GEO_DATABASE: optional,
  GEO_NETWORKS: optional,
  GEO_NETWORKS_URL: optional.refine((url) => isGood(url, isHttpAddress), 'begins with https://'),
  GEO_DEMO_ADDRESS: z.string().default('72.27.0.1'),
  METRICS_PORT: optional.pipe(z.coerce.number<string | undefined>().int().min(1).max(65_535).optional()),
  METRICS_HOST: optional,
  OTEL_EXPORTER_OTLP_ENDPOINT: optional.refine((url) => isGood(url, isHttpAddress), 'begins with https://'),
  BUILD_COMMIT: optional,
  BACKUP_MARK: optional,
});

/** Every setting of the process, parsed once. What may change while it runs lives in the database instead. */
export type Config = ReturnType<typeof readConfig>;

/** Reads the environment. Production refuses with the names of everything that is missing. */
export function readConfig(env: Record<string, string | undefined>) {
  const read = Environment.safeParse(env);
  if (!read.success) {
    const faults = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigurationError(`These settings are not right:\n  ${faults.join('\n  ')}`);
  }
  const e = read.data;
  if (e.MODE === 'production') requireForProduction(e);
  else if (env['MODE'] !== 'demo' || e.DEMO_ON_PURPOSE !== 'yes') refuseAccidentalDemo(e);
  const proxies = e.TRUSTED_PROXY?.split(',').map((part) => part.trim());
  return {
    mode: e.MODE,
    port: e.PORT,
    host: e.HOST ?? '127.0.0.1',
    dataDir: e.DATA_DIR,
    /** The owner's: it migrates, and opens the roads that have no address of their own. */
    databaseUrl: e.DATABASE_URL,
    /** Of those that come by a login of their own, as far as they are given. */
    databaseRoads: roadsOf(e),
    /** With what the roles of the database log in; made from the secret of the sessions where there is none. */
    databaseRolesPassword: e.DATABASE_ROLES_PASSWORD,
    /** All connections that this process may have at the same time (roads.ts shares them out). */
    databasePool: e.DATABASE_POOL,
    origin: e.PUBLIC_ORIGIN ?? `http://localhost:${e.PORT}`,
    authSecret: e.AUTH_SECRET ?? demoSecret(e.DATA_DIR),
    /** Seals tax and ID numbers; the secret of the sessions where there is none. */
    fieldSecret: e.FIELD_SECRET,
    /** What the two secrets were before: they seal nothing, and open what they sealed until `npm run rotate-keys`. */
    formerSecrets: secretsOf(e.FORMER_SECRETS, 'FORMER_SECRETS'),
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM ?? 'Cryptocommerce <no-reply@cryptocommerce.example>',
    /** By which the mail service signs what became of our mails; none: nobody may tell. */
    mailHookSecrets: secretsOf(e.MAIL_HOOK_SECRETS, 'MAIL_HOOK_SECRETS'),
    pushKey: e.PUSH_KEY ?? (e.MODE === 'demo' ? demoPushKey(e.DATA_DIR) : undefined),
    settingsFile: e.SETTINGS_FILE,
    /** Under which number the FID knows us (goAML); stands in every report. */
    reportingEntityId: e.REPORTING_ENTITY_ID,
    trustedProxies: proxies ?? false,
    logLevel: e.LOG_LEVEL,
    /** What certificates are signed with; the demo makes its own when it is asked for first. */
    credentialKeys: credentialKeys(e),
    files: { keys: fileKeys(e), s3: s3Of(e), clamd: clamdOf(e), unusedMb: e.UNUSED_FILES_MB },
    geo: {
      /** One data file, or one for IPv4 and one for IPv6; without it those of the installed package. */
      databases: e.GEO_DATABASE?.split(',').map((path) => path.trim()),
      networks: e.GEO_NETWORKS,
      /** The publisher's folder that the list of provider networks is renewed from, and where the renewed one lies. */
      networksUrl: e.GEO_NETWORKS_URL,
      renewedNetworks: join(e.DATA_DIR, 'networks.txt.gz'),
      /** Stands in for addresses that the internet does not know, so that the demo can be tried on one machine. */
      demoAddress: e.MODE === 'demo' ? e.GEO_DEMO_ADDRESS.trim() || undefined : undefined,
    },
    seeing: seeingOf(e),
    screening: screeningOf(e),
    cards: cardsOf(e),
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

type Want = [name: keyof Values, present: boolean, what: string];

function requireForProduction(e: Values) {
  const overTls = companies.map((name): Want => [name, isGood(e[name], isSafeOnItsWay), 'an address with https://']);
  const wants: Want[] = [
    ...overTls,
    ...plainLines(e),
    ['DATABASE_URL', (e.DATABASE_URL ?? e.DATABASE_APP_URL) !== undefined, 'the address of the PostgreSQL database'],
    ['SMTP_URL', e.SMTP_URL !== undefined, 'the mail server, such as smtps://user:password@host'],
    ['MAIL_FROM', e.MAIL_FROM !== undefined, 'the sender of our mails'],
    ['AUTH_SECRET', isStrong(e.AUTH_SECRET), 'a random secret of at least 32 characters'],
    ['FIELD_SECRET', isGood(e.FIELD_SECRET, isStrong), 'a random secret of at least 32 characters, or none'],
    [
      'DATABASE_ROLES_PASSWORD',
      isGood(e.DATABASE_ROLES_PASSWORD, isStrong),
      'a random secret of at least 32 characters, or none',
    ],
    ['PUSH_KEY', isGood(e.PUSH_KEY, isPushKey), '32 random bytes as base64url, or none'],
    ['WIPAY_URL', isGood(e.WIPAY_URL, (url) => url.startsWith('https://')), 'an address with https://, or none'],
    [
      'CLAMD_ADDRESS',
      e.CLAMD_ADDRESS !== undefined,
      'what looks for viruses, such as 127.0.0.1:3310, or the word none',
    ],
    ['FILE_KEYS', e.FILE_KEYS !== undefined, 'keys of uploaded papers, such as 2026a:base64 of 32 random bytes'],
    ['CREDENTIAL_KEYS', e.CREDENTIAL_KEYS !== undefined, 'the RSA key that signs certificates, as PEM'],
    ['PUBLIC_ORIGIN', isHttpsOrigin(e.PUBLIC_ORIGIN), 'the address people type, such as https://example.com'],
    ['SETTINGS_FILE', e.SETTINGS_FILE !== undefined && existsSync(e.SETTINGS_FILE), 'rates, fee, accounts and wallets'],
  ];
  const missing = wants.filter(([, present]) => !present).map(([name, , what]) => `${name}: ${what}`);
  if (missing.length > 0)
    throw new ConfigurationError(`Production mode needs these settings:\n  ${missing.join('\n  ')}`);
}

function refuseAccidentalDemo(e: Values): void {
  const accident = accidentalDemo(e);
  if (accident !== null) throw new ConfigurationError(accident);
}

const roadsOf = (e: Values) => ({
  app: e.DATABASE_APP_URL,
  auth: e.DATABASE_AUTH_URL,
  sealer: e.DATABASE_SEALER_URL,
  jobs: e.DATABASE_JOBS_URL,
  listen: e.DATABASE_LISTEN_URL,
});

/** The keys of uploaded papers; a wrong ring stops the start, for files of a lost key are lost. */
function fileKeys({ FILE_KEYS, DATA_DIR }: Values) {
  const text = FILE_KEYS ?? `demo:${Buffer.from(demoSecret(DATA_DIR, 'demo-file-key'), 'hex').toString('base64')}`;
  const ring = readKeyRing(text);
  if (!ring) throw new ConfigurationError('FILE_KEYS: id:key,id:key with random keys of 32 bytes in base64');
  return ring;
}

/** Where uploads are looked through; `none` says that nobody does, which production wants to be told. */
const clamdOf = ({ CLAMD_ADDRESS: address }: Values) => (address === 'none' ? undefined : address);

/** What signs certificates, and what did before; a wrong one stops the start. */
function credentialKeys({ CREDENTIAL_KEYS, DATA_DIR }: Values): () => CredentialKeys {
  if (CREDENTIAL_KEYS === undefined) return () => demoCredentialKeys(DATA_DIR);
  const keys = readCredentialKeys(CREDENTIAL_KEYS);
  if (!keys)
    throw new ConfigurationError(
      'CREDENTIAL_KEYS: RSA keys as PEM, a private one of 3072 bits or more first, and behind it those of before',
    );
  return () => keys;
}

/** Which lists must be there, where they come from, and which other companies are asked (none by itself). */
function screeningOf(e: Values) {
  const needed = (e.SANCTIONS_NEEDED ?? (e.MODE === 'demo' ? 'demo' : 'ofac,un')).split(',').map((name) => name.trim());
  const unknown = needed.find((name) => !['ofac', 'un', 'local', 'demo'].includes(name));
  if (unknown !== undefined)
    throw new ConfigurationError(`SANCTIONS_NEEDED: "${unknown}" is none of ofac, un, local, demo`);
  if (e.MODE === 'production' && needed.includes('demo'))
    throw new ConfigurationError('SANCTIONS_NEEDED: the demo list is invented and stands for nothing in production');
  const urls = { ofac: e.OFAC_LIST_URL, un: e.UN_LIST_URL };
  for (const [name, url] of Object.entries(urls))
    if (url !== undefined && !/^(https?|file):\/\//.test(url))
      throw new ConfigurationError(`The address of the list ${name} begins with https:// or file://`);
  const { CHAINALYSIS_KEY: key, OPENSANCTIONS_URL: openSanctions } = e;
  return {
    needed,
    maxAgeHours: e.SANCTIONS_MAX_AGE_HOURS,
    urls,
    ...{ timeoutMs: e.SCREENING_TIMEOUT_MS, questionsADay: e.SCREENING_QUESTIONS_A_DAY },
    chainalysis: key === undefined ? undefined : { url: e.CHAINALYSIS_URL, key },
    openSanctions:
      openSanctions === undefined
        ? undefined
        : { url: openSanctions, key: e.OPENSANCTIONS_KEY, dataset: e.OPENSANCTIONS_DATASET },
  } as const;
}
