import { expect } from '@playwright/test';
import { givenUpWork } from '../system.ts';
import { test } from './journey.ts';
import { owner } from './owner.ts';
import { ask, dialog, looksRight, toast, toPlace, windowOf } from './scene.ts';

test('an admin sees how the house stands, has work done once more, and it stands in the log', async ({ browser }) => {
  const database = await owner();
  const { id, job } = await givenUpWork(database, { job: 'trading.letter', said: 'connect ECONNREFUSED 127.0.0.1:25' });
  const page = await windowOf(browser, 'admin');
  await page.goto('/admin');
  await toPlace(page, 'System');
  await expect(page.getByRole('heading', { name: 'System', level: 1 })).toBeVisible();
  const part = (name: string) => page.getByRole('region', { name });
  await expect(part('Ready for its work').getByText('Database is up to date')).toBeVisible();
  await expect(part('What runs').getByText('Not told: no backup leaves a mark')).toBeVisible();
  await expect(part('Providers').getByRole('listitem').filter({ hasText: 'WiPay' })).toContainText('Off');
  await expect(part('Lists').getByText('Provider networks')).toBeVisible();
  const work = part('Work that was given up').getByRole('listitem').filter({ hasText: job }).first();
  await expect(work).toContainText('connect ECONNREFUSED');
  await expect(work).toContainText('after 3 tries');
  await looksRight(page);

  await work.getByRole('button', { name: `Try again: ${job}` }).click();
  await expect(toast(page, 'Tried again')).toBeVisible();
  await expect(page.getByText('connect ECONNREFUSED')).toHaveCount(0);
  const { entries } = await ask<{ entries: { action: string; subjectId: string }[] }>(page, 'audit/list', {
    subject: id,
  });
  expect(entries).toMatchObject([{ action: 'system.tried_again', subjectId: id }]);
  await database.end();
});

test('nobody else of the desk has the place, and whoever types its address reads nothing', async ({ browser }) => {
  const page = await windowOf(browser, 'compliance');
  await page.goto('/admin');
  await page.getByRole('button', { name: 'All places' }).click();
  await expect(dialog(page).getByRole('link', { name: 'Audit' })).toBeVisible();
  await expect(dialog(page).getByRole('link', { name: 'System' })).toHaveCount(0);
  await page.goto('/admin/system');
  await expect(page.getByText('Your role does not include this. Admin reads it.')).toBeVisible();
  const answer = await page.request.post('/api/rpc/system/show', { data: {} });
  expect(answer.status()).toBe(403);
});
