import { expect } from '@playwright/test';
import { insertPastOrders } from '../past-orders.ts';
import { test } from './journey.ts';
import { connectAsOwner } from './owner.ts';
import { expectGoodLayout, expectNoAxeFindings, openCustomerWindow, openWindowFor, region } from './scene.ts';

test('twenty orders of a customer load with the page, and older ones on request', async ({ browser }) => {
  const { email } = await openCustomerWindow(browser, 'Brown');
  const client = await connectAsOwner();
  const { rows } = await client.query<{ id: string }>('select id from profiles where email = $1', [email]);
  const id = rows[0]?.id ?? '';
  await insertPastOrders(
    { owner: client },
    id,
    Array.from({ length: 45 }, () => 'completed'),
  );

  const support = await openWindowFor(browser, 'support');
  await support.goto(`/admin/customers/${id}`);
  const part = region(support, 'Orders');
  const lines = part.getByRole('listitem');
  await expect(lines).toHaveCount(20);
  await expect(part.getByRole('status')).toHaveText('20 shown');
  await expectNoAxeFindings(support);
  await part.getByRole('button', { name: 'Show more' }).click();
  await expect(lines).toHaveCount(40);
  await part.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(lines).toHaveCount(45);
  await expect(part.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  expect(new Set(await lines.getByRole('link').allTextContents()).size).toBe(45);
  // After the last page the button disappears, so the focus moves to the status.
  await expect(part.getByRole('status')).toBeFocused();
  await expectGoodLayout(support);

  await insertPastOrders({ owner: client }, id, ['pending']);
  await client.end();
  await expect(async () => {
    await support.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await expect(lines).toHaveCount(46, { timeout: 1_000 });
  }).toPass();
  expect(new Set(await lines.getByRole('link').allTextContents()).size).toBe(46);
});
