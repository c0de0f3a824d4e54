import { expect } from '@playwright/test';
import { pastOrders } from '../past-orders.ts';
import { test } from './journey.ts';
import { owner } from './owner.ts';
import { clean, customerIn, looksRight, region, windowOf } from './scene.ts';

/** A customer who traded for years: their page at the desk brings the newest orders, and staff leaf to the others. */
test('the orders of a customer: twenty with the page, the others when they are asked for', async ({ browser }) => {
  const { email } = await customerIn(browser, 'Brown');
  const client = await owner();
  const { rows } = await client.query<{ id: string }>('select id from profiles where email = $1', [email]);
  const id = rows[0]?.id ?? '';
  await pastOrders(
    { owner: client },
    id,
    Array.from({ length: 45 }, () => 'completed'),
  );

  const support = await windowOf(browser, 'support');
  await support.goto(`/admin/customers/${id}`);
  const part = region(support, 'Orders');
  const lines = part.getByRole('listitem');
  await expect(lines).toHaveCount(20);
  await expect(part.getByRole('status')).toHaveText('20 shown');
  await clean(support);
  await part.getByRole('button', { name: 'Show more' }).click();
  await expect(lines).toHaveCount(40);
  await part.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(lines).toHaveCount(45);
  await expect(part.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  expect(new Set(await lines.getByRole('link').allTextContents()).size).toBe(45);
  // The button went with the last page: a keyboard goes on from here.
  await expect(part.getByRole('status')).toBeFocused();
  await looksRight(support);

  // What was leafed to stays when an order is placed meanwhile, and none falls between.
  await pastOrders({ owner: client }, id, ['pending']);
  await client.end();
  await expect(async () => {
    // As often as staff come back to this window.
    await support.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await expect(lines).toHaveCount(46, { timeout: 1_000 });
  }).toPass();
  expect(new Set(await lines.getByRole('link').allTextContents()).size).toBe(46);
});
