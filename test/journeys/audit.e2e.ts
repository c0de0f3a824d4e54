import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { verify } from '../../src/features/audit/verify.ts';
import { test } from './journey.ts';
import { ask, clean, customerIn, dialog, toast, windowOf } from './scene.ts';

const list = (page: Page) => page.getByRole('list', { name: 'Entries' });
const entries = (page: Page) => list(page).getByRole('listitem');

test('a rate is proposed, and the log says by whom, with what stood before', async ({ browser }) => {
  const finance = await windowOf(browser, 'finance');
  const change = { key: 'rates', value: { buy: '176', sell: '150', market: null } };
  const { proposalId } = await ask<{ proposalId: string }>(finance, 'settings/propose', change);
  const page = await windowOf(browser, 'compliance');
  await page.goto('/admin/audit');
  await expect(entries(page).first()).toBeVisible();
  await page.getByLabel('Act', { exact: true }).selectOption('settings.proposed');
  await page.getByLabel('Who').fill('Fiona');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const own = entries(page).filter({ hasText: 'rates' }).first();
  await own.locator('summary').click();
  // Wholly: another fact may hold the same digits.
  const row = own.getByRole('row').filter({ has: page.locator('ins', { hasText: /^176$/ }) });
  await expect(row.locator('del')).toHaveText('175');
  await expect(row.locator('ins')).toHaveText('176');
  await expect(own).toContainText(/Sealed as line|To be sealed/);
  await clean(page);

  await page.getByLabel('Who').fill('nobody of this name');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('Nothing of this is in the log')).toBeVisible();
  await clean(page);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(entries(page).nth(1)).toBeVisible();
  await ask(finance, 'settings/decide', { proposalId, decision: 'withdraw' });
});

test('a role changes by two people, holds at once, and stands in the log', async ({ browser }) => {
  const [admin, second] = [await windowOf(browser, 'admin'), await windowOf(browser, 'compliance')];
  // Somebody of the journey's own: the demo's people stay what the other journeys take them for.
  const { email, page: teacher } = await customerIn(browser, 'Ffrench');
  expect((await teacher.request.post('/api/rpc/desk/queue', { data: { json: {} } })).status()).toBe(403);
  await admin.goto('/admin/staff');
  await admin.getByRole('button', { name: 'Give somebody a role' }).click();
  await clean(admin);
  await dialog(admin).getByRole('button', { name: 'Propose' }).click();
  await expect(dialog(admin).getByText('Enter a valid e-mail address')).toBeVisible();
  await dialog(admin).getByLabel('E-mail address').fill(email);
  await dialog(admin).getByLabel('Role').selectOption('support');
  await dialog(admin).getByLabel('Why').fill('Starts on Monday');
  await dialog(admin).getByRole('button', { name: 'Propose' }).click();
  await expect(toast(admin, 'Proposed')).toBeVisible();
  await expect(admin.getByText('Somebody else of compliance or admin may approve it.')).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  await second.goto('/admin/staff');
  await expect(second.getByText('Give Kerry-Ann Ffrench the role Support')).toBeVisible();
  await second.getByRole('button', { name: 'Approve' }).click();
  await dialog(second).getByRole('button', { name: 'Approve' }).click();
  await expect(toast(second, 'Approved')).toBeVisible();
  await expect(second.locator('.members').getByText('Kerry-Ann Ffrench')).toBeVisible();
  await clean(second);
  expect((await teacher.request.post('/api/rpc/desk/queue', { data: { json: {} } })).status()).toBe(200);

  await second.goto('/admin/audit');
  await second.getByLabel('Act', { exact: true }).selectOption('roles.approve');
  const others = entries(second).filter({ hasNot: second.locator('.act', { hasText: /approve/i }) });
  await expect(others).toHaveCount(0);
  const own = entries(second).filter({ hasText: 'Ffrench' }).first();
  await own.locator('summary').click();
  await expect(own.getByRole('row', { name: /roles/ }).locator('ins')).toHaveText('support');
});

test('the exported log is whole by itself, and finance sees neither log nor staff', async ({ browser }) => {
  const page = await windowOf(browser, 'compliance');
  await page.goto('/admin/audit');
  await expect(page.getByText(/lines sealed/)).toBeVisible();
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export the log' }).click();
  const file = await (await coming).path();
  const verdict = await verify(readFileSync(file, 'utf8').trimEnd().split('\n'));
  expect(verdict.broken).toEqual([]);
  expect(verdict.entries).toBeGreaterThan(10);

  const finance = await windowOf(browser, 'finance');
  await finance.goto('/admin/audit');
  await expect(finance.getByText('Compliance or admin read it.')).toBeVisible();
  await expect(finance.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Audit' })).toHaveCount(0);
});
