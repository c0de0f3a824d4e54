import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import {
  connectionsFor,
  missingConnectionUrls,
  openConnections,
  type ProcessPart,
  poolSizes,
} from './database-connections.ts';

const parts: readonly ProcessPart[] = ['all', 'web', 'worker'];

test.each(parts)('the pools of a process of the kind "%s" add up to its limit', (part) => {
  for (let maxConnections = 8; maxConnections <= 200; maxConnections++) {
    const shares = poolSizes(part, maxConnections);
    expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBe(maxConnections);
    for (const name of connectionsFor(part))
      expect([maxConnections, name, shares[name] >= 1]).toEqual([maxConnections, name, true]);
    expect(shares.app).toBeGreaterThanOrEqual(3);
  }
});

test('requests have ten connections by default', () => {
  expect(poolSizes('all', 22)).toEqual({ app: 10, auth: 5, sealer: 2, jobs: 4, listen: 1 });
});

test('a web process has no sealer connection, and a worker has no listening one', () => {
  expect(connectionsFor('web')).not.toContain('sealer');
  expect(connectionsFor('worker')).not.toContain('listen');
});

const settings = { MODE: 'demo', DEMO_ON_PURPOSE: 'yes', DATABASE_APP_URL: 'postgres://a@db.test/shop' };

test('a missing address is named without connecting when there is no owner to derive it', async () => {
  const config = readConfig(settings);
  expect(missingConnectionUrls(config, connectionsFor('all'))).toEqual(['auth', 'sealer', 'jobs']);
  await expect(openConnections({ config, ownerUrl: undefined, names: connectionsFor('all') })).rejects.toThrow(
    'DATABASE_AUTH_URL, DATABASE_SEALER_URL, DATABASE_JOBS_URL',
  );
});
