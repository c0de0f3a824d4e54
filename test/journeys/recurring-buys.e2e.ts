import { expect } from '@playwright/test';
import { buildUpload } from '../bank-lines.ts';
import { bitcoinAddress } from '../orders.ts';
import { phone } from './identity-scene.ts';
import { test } from './journey.ts';
import { connectAsOwner } from './owner.ts';
import { ask, dialog, expectGoodLayout, expectToast, newCustomer, openWindow, openWindowFor, region } from './scene.ts';

test.use(phone);

/** Moves the day of the customer's plans to yesterday and runs the job. */
async function runDueBuys(email: string): Promise<void> {
  const client = await connectAsOwner();
  await client.query(
    `update recurring_buys b set next_on = app.today() - 1 from profiles p where p.id = b.user_id and p.email = $1`,
    [email],
  );
  await client.query(`insert into pgboss.job (name) values ('trading.recurring_buys')`);
  await client.end();
}

const buildLine = (reference: string) => ({
  ...{ reference: `STO${crypto.randomUUID().slice(0, 8)}`, details: `STANDING ORDER ${reference}` },
  ...{ credit: '1,513.00', payer: 'Kerry-Ann Brown' },
});

test('a recurring buy is matched from a bank line', async ({ page, browser }) => {
  const email = await newCustomer(page, 'Brown');
  await page.goto('/trading');
  await page.getByRole('link', { name: 'Recurring buys' }).click();
  await expect(page.getByText('No recurring buys yet.')).toBeVisible();
  await expectGoodLayout(page);
  await page.getByRole('button', { name: 'Set up a recurring buy' }).click();
  await page.getByLabel('Amount each time').fill('1,513');
  await page.getByLabel('Every').selectOption('week');
  await page.getByLabel('On', { exact: true }).selectOption('Wednesday');
  await page.getByLabel('Network').selectOption('bitcoin');
  await page.getByLabel('Your BTC address').fill(bitcoinAddress);
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await expectGoodLayout(page);
  await expect(page.getByText('Compare the address with your wallet')).toBeVisible();
  await page.getByLabel('I checked the first and last characters').check();
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await expectToast(page, 'Recurring buy set up', "We'll write to you each time");
  const plan = region(page, 'J$1,513.00 of Bitcoin every Wednesday');
  const reference = (await plan.locator('.ref span').first().textContent()) ?? '';
  expect(reference).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{3}$/);
  await expectGoodLayout(page);

  await runDueBuys(email);
  await plan.getByRole('link', { name: 'An order is waiting for your payment' }).click();
  await expect(page.getByRole('heading', { name: 'Send J$1,513 from your bank' })).toBeVisible();
  await expect(page.getByText(reference)).toBeVisible();
  const order = page.url();

  const finance = await openWindowFor(browser, 'finance');
  await ask(finance, 'bankLines/upload', buildUpload([buildLine(reference)]));
  await finance.goto('/admin/bank-lines');
  const line = finance.getByRole('listitem').filter({ hasText: `STANDING ORDER ${reference}` });
  await expect(line).toContainText('reference matches, amount matches, paid by the customer, date fits');
  await finance.keyboard.press('a');
  await finance.keyboard.press('c');
  await expect(finance.getByRole('region', { name: 'Bulk confirmation' })).toContainText('1 of 1 done');
  await finance.goto(order.replace('/orders/', '/admin/orders/'));
  await expect(finance.getByText(`Its transfers carry ${reference}`)).toBeVisible();
  await expect(page.getByRole('heading', { name: "We're reviewing your order" })).toBeVisible();

  await page.goto('/recurring-buys');
  await plan.getByRole('button', { name: 'Pause' }).click();
  await expectToast(page, 'Paused', 'Stop the standing order at your bank too.');
  await expect(plan.getByRole('button', { name: 'Resume' })).toBeVisible();
  await plan.getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No recurring buys yet.')).toBeVisible();

  const visitor = await openWindow(browser);
  await visitor.goto('/recurring-buys');
  await expect(visitor.locator('main').getByRole('link', { name: 'Log in' })).toBeVisible();
});
