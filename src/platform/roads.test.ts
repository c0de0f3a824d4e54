import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { openRoads, type Part, roadsOf, sharesOf, unpaved } from './roads.ts';

const parts: readonly Part[] = ['all', 'web', 'worker'];

test.each(parts)('whatever a process of the kind "%s" may have, its roads together take just that', (part) => {
  for (let all = 8; all <= 200; all++) {
    const shares = sharesOf(part, all);
    expect(Object.values(shares).reduce((sum, one) => sum + one, 0)).toBe(all);
    for (const road of roadsOf(part)) expect([all, road, shares[road] >= 1]).toEqual([all, road, true]);
    expect(shares.app).toBeGreaterThanOrEqual(3);
  }
});

test('by default requests have ten, as before there was one setting for all', () => {
  expect(sharesOf('all', 22)).toEqual({ app: 10, auth: 5, sealer: 2, jobs: 4, listen: 1 });
});

test('a process that answers is not told how the sealer comes in, and one that works listens to nothing', () => {
  expect(roadsOf('web')).not.toContain('sealer');
  expect(roadsOf('worker')).not.toContain('listen');
});

const named = { MODE: 'demo', DEMO_ON_PURPOSE: 'yes', DATABASE_APP_URL: 'postgres://a@db.test/shop' };

test('a road without an address is named, and nobody is asked, where there is no owner to make it', async () => {
  const config = readConfig(named);
  expect(unpaved(config, roadsOf('all'))).toEqual(['auth', 'sealer', 'jobs']);
  await expect(openRoads({ config, ownerUrl: undefined, roads: roadsOf('all') })).rejects.toThrow(
    'DATABASE_AUTH_URL, DATABASE_SEALER_URL, DATABASE_JOBS_URL',
  );
});
