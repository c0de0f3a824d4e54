import { expect, test } from 'vitest';
import { serverUnderTest } from '../worker.ts';

const { owner } = await serverUnderTest();

test.each([
  ['profiles', 'id email country_of_residence nationality occupation is_pep consented_at created_at'],
  ['enhanced_kyc_data', 'user_id sanctions_check_result'],
])('no column of %s outside the commands can be updated', async (table, columns) => {
  const { rows } = await owner.query<{ column: string }>(
    `select a.attname "column" from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
       and not has_column_privilege('cryptocommerce_app', a.attrelid, a.attnum, 'update') order by a.attnum`,
    [table],
  );
  expect(rows.map(({ column }) => column)).toEqual(columns.split(' '));
});

test('no table with personal data grants an update of every column', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname "name" from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and has_table_privilege('cryptocommerce_app', c.oid, 'update') order by 1`,
  );
  // Prices, progress and counts have no personal data. A draft belongs to its author, who may change every column.
  expect(rows.map(({ name }) => name)).toEqual([
    ...['crypto_prices', 'link_progress', 'price_checks', 'price_history', 'price_refreshes', 'rate_limits'],
    ...['scam_drafts', 'sell_drafts'],
  ]);
});
