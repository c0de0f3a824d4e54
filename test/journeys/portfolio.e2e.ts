import { expect } from '@playwright/test';
import { insertPastOrders } from '../past-orders.ts';
import { test } from './journey.ts';
import { connectAsOwner } from './owner.ts';
import { expectNoAxeFindings, fits, newCustomer } from './scene.ts';

test('an active plan links to each included feature, and its portfolio shows the purchased coins', async ({ page }) => {
  const email = await newCustomer(page);
  await page.goto('/portfolio');
  await expect(page.getByText('Portfolio tracking comes with every plan')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Plans' })).toBeVisible();
  const client = await connectAsOwner();
  const { rows } = await client.query<{ id: string }>('select id from profiles where email = $1', [email]);
  const id = rows[0]?.id ?? '';
  await insertPastOrders({ owner: client }, id, ['completed', 'completed', 'pending']);
  await client.query(
    `insert into subscriptions (user_id, plan, status, payment_method, start_date, end_date)
      values ($1, 'professional', 'active', 'bank_transfer', now() - interval '1 day', now() + interval '20 days')`,
    [id],
  );
  await client.end();
  await page.goto('/dashboard');
  const plan = page.getByRole('region', { name: 'Professional plan' });
  await plan.getByText('What your plan includes').click();
  const help = plan.getByRole('link', { name: 'Ask our team about In-person one-on-one help' });
  await expect(help).toHaveAttribute('href', '/help/new?category=plan_or_course');
  await expectNoAxeFindings(page);
  await fits(page);
  await plan.getByRole('link', { name: 'Open Portfolio tracking' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Portfolio' })).toBeVisible();
  const bitcoin = page.getByRole('region', { name: 'Bitcoin' });
  await expect(bitcoin).toContainText('0.0016 BTC');
  await expect(bitcoin).toContainText('J$40,000.00');
  await expect(bitcoin).toContainText('Average cost of 1 BTC');
  await expect(bitcoin).toContainText(/(?<!−)J\$[\d,.]+ (below|above) what you paid/);
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('Worth today');
  await expectNoAxeFindings(page);
  await fits(page);
  await page.goto('/transactions');
  await page.getByRole('link', { name: 'See what your coins are worth' }).click();
  await expect(bitcoin).toContainText('0.0016 BTC');
});
