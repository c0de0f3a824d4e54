import pg from 'pg';
import { demoSettings } from '../src/features/settings/demo-settings.ts';

/** Raises limits that tests with many requests would exceed, and disables the lesson before a first order. */
export async function allowCrowds(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const open = { none: 1000, tier1: 1000, tier2: 1000 };
  const limits = { ...demoSettings.order_limits, open, unpaid: 1000, perDay: 1000 };
  const sizes = { ...demoSettings.order_sizes, smallest: { buy: 1, sell: 1 } };
  await owner.query(
    `insert into setting_versions (key, value) values ('order_limits', $1), ('order_sizes', $2), ('first_order', $3)`,
    [limits, sizes, { lesson: 'not_asked' }],
  );
  await owner.end();
}
