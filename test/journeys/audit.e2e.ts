import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { verify } from '../../src/features/audit/verify.ts';

const password = 'Demo-Pass-2026!';
const toast = (page: Page, title: string | RegExp) => page.locator('.toast').filter({ hasText: title });
const clean = async (page: Page) => expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

async function rpc<T>(request: APIRequestContext, command: string, json: object): Promise<T> {
  const answer = await request.post(`/api/rpc/${command}`, { data: { json } });
  expect(answer.ok(), `${command}: ${await answer.text()}`).toBe(true);
  return (await answer.json()).json;
}

/** A window of its own for each person, signed in. */
async function pageFor(browser: Browser, name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await rpc(page.request, 'accounts/signIn', { email: `${name}@demo.test`, password });
  return page;
}

const list = (page: Page) => page.getByRole('list', { name: 'Entries' });
const entries = (page: Page) => list(page).getByRole('listitem');
const dialog = (page: Page) => page.getByRole('dialog');

test('a fee is proposed, and the log says by whom, with what stood before', async ({ browser }) => {
  const finance = await pageFor(browser, 'finance');
  await rpc(finance.request, 'settings/propose', { key: 'fee', value: { basisPoints: 650 } });
  const page = await pageFor(browser, 'compliance');
  await page.goto('/admin/audit');
  await expect(entries(page).first()).toBeVisible();
  await page.getByLabel('Act', { exact: true }).selectOption('settings.proposed');
  await page.getByLabel('Who').fill('Fiona');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(entries(page)).toHaveCount(1);
  await entries(page).first().locator('summary').click();
  const row = entries(page)
    .first()
    .getByRole('row', { name: /basis points/ });
  await expect(row.locator('del')).toHaveText('800');
  await expect(row.locator('ins')).toHaveText('650');
  await expect(entries(page).first()).toContainText(/Sealed as line|To be sealed/);
  await clean(page);

  await page.getByLabel('Who').fill('nobody of this name');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('Nothing of this is in the log')).toBeVisible();
  await clean(page);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(entries(page).nth(1)).toBeVisible();
});

test('a role changes by two people, holds at once, and stands in the log', async ({ browser }) => {
  const [admin, second, teacher] = [
    await pageFor(browser, 'admin'),
    await pageFor(browser, 'compliance'),
    await pageFor(browser, 'tier1'),
  ];
  expect((await teacher.request.post('/api/rpc/desk/queue', { data: { json: {} } })).status()).toBe(403);
  await admin.goto('/admin/staff');
  await admin.getByRole('button', { name: 'Give somebody a role' }).click();
  await clean(admin);
  await dialog(admin).getByRole('button', { name: 'Propose' }).click();
  await expect(dialog(admin).getByText('Enter a valid e-mail address')).toBeVisible();
  await dialog(admin).getByLabel('E-mail address').fill('tier1@demo.test');
  await dialog(admin).getByLabel('Role').selectOption('support');
  await dialog(admin).getByLabel('Why').fill('Starts on Monday');
  await dialog(admin).getByRole('button', { name: 'Propose' }).click();
  await expect(toast(admin, 'Proposed')).toBeVisible();
  await expect(admin.getByText('Somebody else of compliance or admin may approve it.')).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  await second.goto('/admin/staff');
  await expect(second.getByText('Give Tariq Campbell the role Support')).toBeVisible();
  await second.getByRole('button', { name: 'Approve' }).click();
  await dialog(second).getByRole('button', { name: 'Approve' }).click();
  await expect(toast(second, 'Approved')).toBeVisible();
  await expect(second.locator('.members').getByText('Tariq Campbell')).toBeVisible();
  await clean(second);
  expect((await teacher.request.post('/api/rpc/desk/queue', { data: { json: {} } })).status()).toBe(200);

  await second.goto('/admin/audit');
  await second.getByLabel('Act', { exact: true }).selectOption('roles.approve');
  await entries(second).first().locator('summary').click();
  await expect(entries(second).first().getByRole('row', { name: /roles/ }).locator('ins')).toHaveText('support');
});

test('the exported log is whole by itself, and finance sees neither log nor staff', async ({ browser }) => {
  const page = await pageFor(browser, 'compliance');
  await page.goto('/admin/audit');
  await expect(page.getByText(/lines sealed/)).toBeVisible();
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export the log' }).click();
  const file = await (await coming).path();
  const verdict = await verify(readFileSync(file, 'utf8').trimEnd().split('\n'));
  expect(verdict.broken).toEqual([]);
  expect(verdict.entries).toBeGreaterThan(10);

  const finance = await pageFor(browser, 'finance');
  await finance.goto('/admin/audit');
  await expect(finance.getByText('Compliance or admin read it.')).toBeVisible();
  await expect(finance.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Audit' })).toHaveCount(0);
});
