import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { formatCode } from '../../src/features/learning/certificates/certificate.ts';
import { insertPastOrders } from '../past-orders.ts';
import { test } from './journey.ts';
import { connectAsOwner } from './owner.ts';
import { expectGoodLayout, newCustomer, openWindow, region } from './scene.ts';

test('a year statement is checked by a stranger', async ({ browser, page }) => {
  const email = await newCustomer(page, 'Brown');
  await page.goto('/transactions');
  const section = region(page, 'Year statement');
  await expect(section.getByText("You can download one once you've completed an order.")).toBeVisible();
  const client = await connectAsOwner();
  const { rows } = await client.query<{ id: string }>('select id from profiles where email = $1', [email]);
  const id = rows[0]?.id ?? '';
  const [, early] = await insertPastOrders({ owner: client }, id, ['completed', 'completed', 'completed']);
  await client.query(`update transactions set closed_at = '2025-06-01T12:00:00Z' where id = $1`, [early]);

  await page.reload();
  await section.getByLabel('Year').selectOption('2025');
  const saving = page.waitForEvent('download');
  await section.getByRole('link', { name: 'Save as PDF' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('year-statement-2025.pdf');
  expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await expectGoodLayout(page);
  const statements = await client.query<{ code: string }>('select code from year_statements where user_id = $1', [id]);
  await client.end();
  const code = formatCode(statements.rows[0]?.code ?? '');

  const visitor = await openWindow(browser);
  await visitor.goto('/statements');
  // A key pressed in the moment when the screen replaces the document reaches neither.
  await expect(visitor.locator('[data-preloaded]')).toHaveCount(0);
  await visitor.getByRole('button', { name: 'Check' }).click();
  await expect(visitor.getByText('Enter the code on the statement')).toBeVisible();
  await visitor.getByLabel('Statement code').fill(code.toLowerCase().replaceAll('-', ' '));
  await visitor.keyboard.press('Enter');
  const result = visitor.getByRole('status').filter({ hasText: 'Year statement 2025' });
  await expect(result).toContainText('Issued by us');
  await expect(result).toContainText('J$20,000.00');
  await expect(result).toContainText('US$114.28');
  await expect(visitor.locator('body')).not.toContainText('Brown');
  await expectGoodLayout(visitor);
  const answer = await visitor.request.get(`/statements/${code}`);
  expect(answer.headers()['x-robots-tag']).toBe('noindex');

  await visitor.goto('/statements/7K3M-9QX2-R5WB-T0AE');
  await expect(visitor.getByText('There is no statement with this code.')).toBeVisible();
  await expectGoodLayout(visitor);
});
