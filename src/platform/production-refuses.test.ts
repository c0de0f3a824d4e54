import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { credentialKey } from '../../test/credential-keys.ts';
import { ConfigurationError, readConfig } from './config.ts';

/** What a process does not start with, because it would be open to strangers or charge nobody, or the wrong people. */
const DATA_DIR = mkdtempSync(join(tmpdir(), 'cryptocommerce-config-'));
const secret = 'q8Zt3Wm1Lx7Rb5Yc9Vd2Kf6Hg4Js0PaN';
const key = Buffer.from(secret).toString('base64');
const production = {
  MODE: 'production',
  DATA_DIR,
  DATABASE_URL: 'postgres://app@db.internal/app',
  SMTP_URL: 'smtps://user:pass@mail.example.com',
  MAIL_FROM: 'Us <us@example.com>',
  AUTH_SECRET: secret,
  FILE_KEYS: `2026a:${key}`,
  CREDENTIAL_KEYS: credentialKey(),
  PUBLIC_ORIGIN: 'https://example.com',
  SETTINGS_FILE: join(import.meta.dirname, '../../settings.example.json'),
};
const refused = (env: Record<string, string | undefined>) => {
  try {
    readConfig(env);
    return false;
  } catch (error) {
    return error instanceof ConfigurationError;
  }
};

test('the sound settings of production are taken, or the tests below would show nothing', () => {
  expect(readConfig(production).mode).toBe('production');
});

test('nor do they need the owner where the application has an address of its own', () => {
  const { DATABASE_URL: address, ...rest } = production;
  expect(readConfig({ ...rest, DATABASE_APP_URL: address }).databaseUrl).toBeUndefined();
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
  { WIPAY_ACCOUNT: '1234567890', WIPAY_API_KEY: 'k', WIPAY_ENVIRONMENT: 'sandbox' },
  { PORT: '0' },
  { LOG_LEVEL: 'everything' },
  { DATABASE_POOL: '7' },
])('production does not start with %j', (change) => {
  expect(refused({ ...production, ...change })).toBe(true);
});

/** Secrets that stand for the one of the sessions where they are given are as strong as it. */
test.each([
  { FIELD_SECRET: 'x' },
  { FIELD_SECRET: 'a'.repeat(64) },
  { DATABASE_ROLES_PASSWORD: 'x' },
  {
    FYGARO_BUTTON_URL: 'https://www.fygaro.com/en/pb/1/',
    FYGARO_KEY_ID: 'k',
    FYGARO_SECRET: secret,
    FYGARO_HOOK_SECRETS: `${secret},`,
  },
  { WIPAY_ACCOUNT: '1234567890', WIPAY_API_KEY: 'k', WIPAY_ENVIRONMENT: 'live', WIPAY_URL: 'http://pay.test' },
])('nor with a secret that anybody guesses, or a way that anybody reads: %j', (change) => {
  expect(refused({ ...production, ...change })).toBe(true);
});

/** What others tell us decides what we charge and whom we serve: nobody may alter it on its way. */
const told = [
  ...['COINMARKETCAP_URL', 'COINGECKO_URL', 'KRAKEN_URL', 'COINBASE_URL', 'OFAC_LIST_URL', 'UN_LIST_URL'],
  ...['CHAINALYSIS_URL', 'OPENSANCTIONS_URL', 'GEO_NETWORKS_URL', 'FYGARO_BUTTON_URL'],
];
test.each(told)('nor where %s is asked without TLS, but on this very machine', (name) => {
  expect(refused({ ...production, [name]: 'http://lists.test/' })).toBe(true);
  for (const address of ['https://lists.test/', 'http://127.0.0.1:8000/'])
    expect([address, refused({ ...production, [name]: address })]).toEqual([address, false]);
});

/** A forgotten MODE is a demo with published passwords: what only the real thing has betrays it. */
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
])('a demo that nobody asked for does not start with %j', (change) => {
  expect(refused({ DATA_DIR, ...change })).toBe(true);
});
