import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { verify } from '../../src/features/audit/verify.ts';
import { type Steps, story, test } from './journey.ts';
import { ask, dialog, expectNoAxeFindings, openCustomerWindow, openWindowFor, toast } from './scene.ts';

const list = (page: Page) => page.getByRole('list', { name: 'Entries' });
const entries = (page: Page) => list(page).getByRole('listitem');

const auditLogSteps: Steps = {
  'the log shows who proposed a rate and the value before': async ({ browser }) => {
    const finance = await openWindowFor(browser, 'finance');
    const change = { key: 'rates', value: { buy: '176', sell: '150', market: null } };
    const { proposalId } = await ask<{ proposalId: string }>(finance, 'settings/propose', change);
    const page = await openWindowFor(browser, 'compliance');
    await page.goto('/admin/audit');
    await expect(entries(page).first()).toBeVisible();
    await page.getByLabel('Action', { exact: true }).selectOption('settings.proposed');
    await page.getByLabel('Who').fill('Fiona');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    const own = entries(page).filter({ hasText: 'rates' }).first();
    await own.locator('summary').click();
    // Other fields may contain the same digits, so the match is exact.
    const row = own.getByRole('row').filter({ has: page.locator('ins', { hasText: /^176$/ }) });
    await expect(row.locator('del')).toHaveText('175');
    await expect(row.locator('ins')).toHaveText('176');
    await expect(own).toContainText(/Sealed as entry|Not sealed yet/);
    await expectNoAxeFindings(page);

    await page.getByLabel('Who').fill('an unknown name');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByText('No matching entries')).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(entries(page).nth(1)).toBeVisible();
    await ask(finance, 'settings/decide', { proposalId, decision: 'withdraw' });
  },

  'a role change needs two people, applies directly and is logged': async ({ browser }) => {
    const [admin, second] = [await openWindowFor(browser, 'admin'), await openWindowFor(browser, 'compliance')];
    // Uses a new account, so that the demo users stay unchanged for other journeys.
    const { email, page: teacher } = await openCustomerWindow(browser, 'Ffrench');
    expect((await teacher.request.post('/api/rpc/desk/queue', { data: { json: {} } })).status()).toBe(403);
    await admin.goto('/admin/staff');
    await admin.getByRole('button', { name: 'Give a role' }).click();
    await expectNoAxeFindings(admin);
    await dialog(admin).getByRole('button', { name: 'Propose' }).click();
    await expect(dialog(admin).getByText('Enter a valid email address')).toBeVisible();
    await dialog(admin).getByLabel('Email address').fill(email);
    await dialog(admin).getByLabel('Role').selectOption('support');
    await dialog(admin).getByLabel('Reason').fill('Starts on Monday');
    await dialog(admin).getByRole('button', { name: 'Propose' }).click();
    await expect(toast(admin, 'Proposed')).toBeVisible();
    await expect(admin.getByText('Someone else in compliance or admin must decide.')).toBeVisible();
    await expect(admin.getByRole('button', { name: 'Approve' })).toHaveCount(0);

    await second.goto('/admin/staff');
    await expect(second.getByText('Give Kerry-Ann Ffrench the role Support')).toBeVisible();
    await second.getByRole('button', { name: 'Approve' }).click();
    await dialog(second).getByRole('button', { name: 'Approve' }).click();
    await expect(toast(second, 'Approved')).toBeVisible();
    await expect(second.locator('.members').getByText('Kerry-Ann Ffrench')).toBeVisible();
    await expectNoAxeFindings(second);
    expect((await teacher.request.post('/api/rpc/desk/queue', { data: { json: {} } })).status()).toBe(200);

    await second.goto('/admin/audit');
    await second.getByLabel('Action', { exact: true }).selectOption('roles.approve');
    const others = entries(second).filter({ hasNot: second.locator('.act', { hasText: /approve/i }) });
    await expect(others).toHaveCount(0);
    const own = entries(second).filter({ hasText: 'Ffrench' }).first();
    await own.locator('summary').click();
    await expect(own.getByRole('row', { name: /roles/ }).locator('ins')).toHaveText('support');
  },

  'the exported log verifies, and finance cannot see the log': async ({ browser }) => {
    const page = await openWindowFor(browser, 'compliance');
    await page.goto('/admin/audit');
    await expect(page.getByText(/entries sealed/)).toBeVisible();
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export the log' }).click();
    const file = await (await coming).path();
    const verdict = await verify(readFileSync(file, 'utf8').trimEnd().split('\n'));
    expect(verdict.broken).toEqual([]);
    expect(verdict.entries).toBeGreaterThan(10);

    const finance = await openWindowFor(browser, 'finance');
    await finance.goto('/admin/audit');
    await expect(finance.getByText('Compliance and admins can see it.')).toBeVisible();
    await expect(finance.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Audit' })).toHaveCount(
      0,
    );
  },
};

test('the audit log', story(auditLogSteps));
