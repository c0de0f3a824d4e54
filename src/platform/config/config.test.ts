import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { credentialKey } from '../../../test/credential-keys.ts';
import { ConfigurationError, readConfig } from './config.ts';
import { demoCredentialKeys, readCredentialKeys } from './credential-keys.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'cryptocommerce-config-'));
const secret = 'q8Zt3Wm1Lx7Rb5Yc9Vd2Kf6Hg4Js0PaN';
const key = Buffer.from(secret).toString('base64');
const production = {
  MODE: 'production',
  DATA_DIR,
  DATABASE_URL: 'postgres://app@db.internal/app?sslmode=verify-full',
  SMTP_URL: 'smtps://user:pass@mail.example.com',
  MAIL_FROM: 'Us <us@example.com>',
  AUTH_SECRET: secret,
  CLAMD_ADDRESS: '127.0.0.1:3310',
  FILE_KEYS: `2026a:${key}`,
  CREDENTIAL_KEYS: credentialKey(),
  PUBLIC_ORIGIN: 'https://example.com',
  SETTINGS_FILE: join(import.meta.dirname, '../../../settings.example.json'),
};
const isRejected = (env: Record<string, string | undefined>) => {
  try {
    readConfig(env);
    return false;
  } catch (error) {
    return error instanceof ConfigurationError;
  }
};

test('complete production settings are accepted, as a baseline for the tests below', () => {
  expect(readConfig(production).mode).toBe('production');
});

test('production needs no owner address when the application has its own', () => {
  const { DATABASE_URL: address, ...otherSettings } = production;
  expect(readConfig({ ...otherSettings, DATABASE_APP_URL: address }).databaseUrl).toBeUndefined();
});

test.each([
  ...Object.keys(production)
    .filter((name) => name !== 'MODE' && name !== 'DATA_DIR')
    .flatMap((name) => [{ [name]: undefined }, { [name]: '' }, { [name]: '   ' }]),
  { MODE: '' },
  { MODE: 'prod' },
  { MODE: 'PRODUCTION' },
  { MODE: ' production' },
  { MODE: undefined },
  { MODE: 'demo' },
  { MODE: undefined, DEMO_ON_PURPOSE: 'yes' },
  { AUTH_SECRET: 'a'.repeat(64) },
  { AUTH_SECRET: 'abcdefghijkl' },
  { PUBLIC_ORIGIN: 'http://example.com' },
  { PUBLIC_ORIGIN: 'https://example.com/' },
  { PUBLIC_ORIGIN: 'https://example.com/shop' },
  { PUBLIC_ORIGIN: 'https://EXAMPLE.com' },
  { PUBLIC_ORIGIN: 'https://a@example.com' },
  { PUBLIC_ORIGIN: 'null' },
  { PUBLIC_ORIGIN: '*' },
  { PUBLIC_ORIGIN: 'https://example.com, https://other.test' },
  { FILE_KEYS: '2026a:c2hvcnQ=' },
  { FILE_KEYS: key },
  { CREDENTIAL_KEYS: secret },
  { SETTINGS_FILE: '/nowhere/settings.json' },
  { SANCTIONS_NEEDED: 'demo' },
  { SANCTIONS_NEEDED: 'ofac,demo' },
  { SANCTIONS_NEEDED: ' none' },
  { OFAC_LIST_URL: 'ftp://lists.test' },
  { PORT: '0' },
  { LOG_LEVEL: 'everything' },
  { DATABASE_POOL: '7' },
  { FAULT_COLLECTOR_DSN: 'https://faults.test/1' },
  { FAULT_COLLECTOR_DSN: 'https://key@faults.test/' },
  { FAULT_COLLECTOR_DSN: 'file://key@faults.test/1' },
])('production rejects %j', (change) => {
  expect(isRejected({ ...production, ...change })).toBe(true);
});

/** These secrets replace the session secret, so they must be as strong. */
test.each([{ FIELD_SECRET: 'x' }, { FIELD_SECRET: 'a'.repeat(64) }, { DATABASE_ROLES_PASSWORD: 'x' }])(
  'production rejects a secret that is easy to guess: %j',
  (change) => {
    expect(isRejected({ ...production, ...change })).toBe(true);
  },
);

/** Responses of these providers decide prices and screening, so their URLs need TLS. */
const oidc = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'ours', OIDC_CLIENT_SECRET: 'theirs' };
const providerSettings = [
  ...['COINMARKETCAP_URL', 'COINGECKO_URL', 'KRAKEN_URL', 'COINBASE_URL', 'OFAC_LIST_URL', 'UN_LIST_URL'],
  ...['CHAINALYSIS_URL', 'OPENSANCTIONS_URL', 'GEO_DATABASE_URL', 'GEO_NETWORKS_URL'],
  'OIDC_ISSUER',
];

test.each(providerSettings)('production rejects %s without TLS, except on this machine', (name) => {
  expect(isRejected({ ...production, ...oidc, [name]: 'http://lists.test/' })).toBe(true);
  for (const address of ['https://lists.test/', 'http://127.0.0.1:8000/'])
    expect([address, isRejected({ ...production, ...oidc, [name]: address })]).toEqual([address, false]);
});

test.each(Object.keys(oidc))('sign-in by a provider needs %s, and is off without all three settings', (name) => {
  expect(readConfig({ ...production, ...oidc }).oidc).toMatchObject({ clientId: 'ours', name: 'your work account' });
  expect(isRejected({ ...production, ...oidc, [name]: ' ' })).toBe(true);
  expect(readConfig({ ...production, OIDC_NAME: 'Okta' }).oidc).toBeUndefined();
});

const db = 'postgres://app@db.internal/app';

test.each([
  ...[db, `${db}?sslmode=disable`, `${db}?sslmode=no-verify`].flatMap((address) =>
    ['DATABASE_URL', 'DATABASE_APP_URL', 'DATABASE_AUTH_URL', 'DATABASE_SEALER_URL', 'DATABASE_JOBS_URL']
      .concat('DATABASE_LISTEN_URL')
      .map((name) => ['database', { [name]: address }] as const),
  ),
  ['database', { DATABASE_URL: `${db}?sslmode=verify-full&sslrootcert=/not/there.pem` }],
  ['mail', { SMTP_URL: 'smtp://user:pass@mail.example.com' }],
  ['mail', { SMTP_URL: 'smtps://user:pass@mail.example.com?tls.rejectUnauthorized=false' }],
  ['bucket', { S3_ENDPOINT: 'http://files.internal:9000' }],
  ['clamd', { CLAMD_ADDRESS: 'scanner.internal:3310' }],
  ['traces', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.internal:4318' }],
  ['faults', { FAULT_COLLECTOR_DSN: 'http://key@faults.internal/1' }],
  ['metrics', { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }],
  ['proxy', { HOST: '0.0.0.0' }],
  ['proxy', { HOST: '10.0.0.5' }],
] as const)('production rejects a plain connection to another machine unless %s is allowed: %j', (name, change) => {
  expect(isRejected({ ...production, ...change })).toBe(true);
  expect(isRejected({ ...production, ...change, PLAIN_ON_PURPOSE: `other,${name}` })).toBe(true);
  const allowed = ['database', 'mail', 'bucket', 'clamd', 'traces', 'faults', 'metrics', 'proxy'];
  const otherSettings = allowed.filter((setting) => setting !== name).join(',');
  expect(isRejected({ ...production, ...change, PLAIN_ON_PURPOSE: otherSettings })).toBe(true);
  expect(isRejected({ ...production, ...change, PLAIN_ON_PURPOSE: ` ${name},traces ` })).toBe(false);
});

test.each([
  { DATABASE_URL: 'postgres://app@127.0.0.1:5433/app' },
  { DATABASE_URL: 'postgres://app@localhost/app' },
  { DATABASE_URL: 'postgres://app@%2Frun%2Fpostgresql/app' },
  { DATABASE_URL: 'socket:/run/postgresql?db=app' },
  { DATABASE_URL: '/run/postgresql app' },
  { SMTP_URL: 'smtp://127.0.0.1:25' },
  { SMTP_URL: 'smtp://user:pass@mail.example.com:587?requireTLS=true' },
  { S3_ENDPOINT: 'http://127.0.0.1:9000' },
  { S3_ENDPOINT: 'https://files.internal' },
  { CLAMD_ADDRESS: '/run/clamav/clamd.ctl' },
  { CLAMD_ADDRESS: 'localhost' },
  { CLAMD_ADDRESS: 'none' },
  { METRICS_PORT: '9464' },
  { HOST: '::1' },
  { FAULT_COLLECTOR_DSN: 'http://key@127.0.0.1:8000/1' },
  { FAULT_COLLECTOR_DSN: 'https://key@faults.test/path/1' },
])('a connection that is local or encrypted needs no exception: %j', (change) => {
  expect(isRejected({ ...production, ...change })).toBe(false);
});

test('production listens on its own machine only by default', () =>
  expect(readConfig(production).host).toBe('127.0.0.1'));

test('CLAMD_ADDRESS=none disables the virus scanner', () => {
  expect(readConfig({ ...production, CLAMD_ADDRESS: 'none' }).files.clamd).toBeUndefined();
  expect(readConfig(production).files.clamd).toBe('127.0.0.1:3310');
});

/** Production settings that show that MODE is missing: otherwise a demo with published passwords would start. */
test.each([
  { DATABASE_URL: 'postgres://localhost/app' },
  { DATABASE_APP_URL: 'postgres://localhost/app' },
  { DATABASE_LISTEN_URL: 'postgres://localhost/app' },
  { PUBLIC_ORIGIN: 'https://example.com' },
  { PUBLIC_ORIGIN: 'https://localhost.example.com' },
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '192.168.1.5' },
  { WIPAY_ACCOUNT: '1234567890', WIPAY_API_KEY: 'k', WIPAY_ENVIRONMENT: 'live' },
  { TRUSTED_PROXY: '10.0.0.1' },
  { HOST: '::', MODE: 'demo' },
  { DATABASE_URL: 'postgres://localhost/app', PUBLIC_ORIGIN: 'https://example.com', MODE: 'demo' },
  { DATABASE_URL: 'postgres://localhost/app', DEMO_ON_PURPOSE: 'yes' },
])('an accidental demo is rejected with instructions: %j', (change) => {
  expect(() => readConfig({ DATA_DIR, ...change })).toThrow(/MODE=production; .* MODE=demo and DEMO_ON_PURPOSE=yes/);
});

describe('the example file', () => {
  const read = (path: string): string => readFileSync(path, 'utf8');
  const example = read('.env.example');
  const schemas = [
    /const Environment = [\s\S]*?\n\}\)/.exec(read('src/platform/config/config.ts'))?.[0] ?? '',
    ...globSync('src/features/payments/cards/providers/*.ts').map(
      (path) => /const Variables = [\s\S]*?\n\}\)/.exec(read(path))?.[0] ?? '',
    ),
  ];

  test('.env.example lists every setting once and nothing else', () => {
    const settingNames = schemas.flatMap((schema) =>
      [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name),
    );
    const documented = [...example.matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(settingNames.length).toBeGreaterThan(20);
    expect(documented.sort()).toEqual(settingNames.sort());
  });

  test('.env.example copied to .env is complete and valid', () => {
    const readEnvFile = readConfig({
      ...parseEnv(example),
      DATA_DIR: mkdtempSync(join(tmpdir(), 'cryptocommerce-env-')),
    });
    expect(readEnvFile).toMatchObject({ mode: 'demo', port: 3000, databaseUrl: undefined });
  });

  test('the environment wins over .env, and NODE_ENV does not set MODE', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'cryptocommerce-env-')), 'settings.env');
    writeFileSync(file, 'PORT=of-the-file\nLOG_LEVEL=of-the-file\nMODE=of-the-file\nNODE_ENV=production\n');
    const env = { ...process.env, ENV_FILE: file, PORT: '4635', NODE_ENV: 'development', LOG_LEVEL: 'error' };
    const { status, stderr } = spawnSync(process.execPath, ['tools/run.mjs', 'rotate-keys'], { env, encoding: 'utf8' });
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/MODE: /);
    expect(stderr).not.toMatch(/PORT: |LOG_LEVEL: /);
    expect(readConfig({ NODE_ENV: 'production', DATA_DIR: mkdtempSync(join(tmpdir(), 'env-')) }).mode).toBe('demo');
  });
});

describe('credential keys', () => {
  const generateRsa = (modulusLength = 3_072) =>
    generateKeyPairSync('rsa', {
      modulusLength,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });

  // Older keys may be shorter, since they only verify.
  const [newer, older] = [generateRsa(), generateRsa(2_048)];
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });
  const readPublished = (text: string) =>
    readCredentialKeys(text)?.published.map((key) => key.export({ type: 'spki', format: 'pem' }));

  test('the first key signs, and later keys are published with or without their private half', () => {
    const keyHalf = [newer.publicKey, older.publicKey];
    expect(readPublished(newer.privateKey)).toEqual([newer.publicKey]);
    expect(readPublished(newer.privateKey + older.publicKey)).toEqual(keyHalf);
    expect(readPublished(`${newer.privateKey}\n  ${older.privateKey}`)).toEqual(keyHalf);
    expect(
      readCredentialKeys(newer.privateKey + older.privateKey)?.signing.export({ type: 'pkcs8', format: 'pem' }),
    ).toBe(newer.privateKey);
  });

  test('a key with escaped line breaks is parsed as the same key', () => {
    expect(readPublished(newer.privateKey.replaceAll('\n', '\\n'))).toEqual([newer.publicKey]);
  });

  test('only the public half of a private key is published', () => {
    for (const key of readCredentialKeys(newer.privateKey + older.privateKey)?.published ?? [])
      expect(key.type).toBe('public');
  });

  test.each([
    ['nothing', ''],
    ['a public key first', newer.publicKey],
    ['a short key', older.privateKey],
    ['a short later key', newer.privateKey + generateRsa(1_024).publicKey],
    ['a key of another type', String(elliptic)],
    ['extra text', `key: ${newer.privateKey}`],
    ['a broken key', newer.privateKey.replace(/.{200}\n/, '\n').slice(0, 600)],
  ])('%s is rejected', (_, text) => expect(readCredentialKeys(text)).toBeNull());

  test('a demo creates one key that only its owner can read', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'cryptocommerce-keys-'));
    const { signing: demoKeys } = demoCredentialKeys(dataDir);
    const file = join(dataDir, 'demo-credential-key.pem');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toBe(demoKeys.export({ type: 'pkcs8', format: 'pem' }));
    expect(demoKeys.asymmetricKeyDetails?.modulusLength).toBe(3_072);
  });

  test('a demo keeps an existing shorter key, and its signatures stay valid', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'cryptocommerce-keys-'));
    writeFileSync(join(dataDir, 'demo-credential-key.pem'), older.privateKey);
    expect(demoCredentialKeys(dataDir).signing.export({ type: 'pkcs8', format: 'pem' })).toBe(older.privateKey);
  });
});
