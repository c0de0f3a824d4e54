import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import {
  ask,
  clean,
  customerIn,
  dialog,
  hearsByNight,
  looksRight,
  mailedLink,
  ownWindow,
  region,
  toast,
  windowOf,
} from './scene.ts';

/** News: one of us writes them, another sends them, whoever agreed has them once, and ends them by their link. */

const mailed = async (page: Page, to: string) => (await page.request.get(`/dev/mailbox.json?to=${to}`)).text();

/** A customer who hears by night, and ticks the box for news where it is wished. */
async function reader(browser: Parameters<typeof customerIn>[0], agrees: boolean) {
  const { email, page } = await customerIn(browser, 'Reader');
  await hearsByNight(page);
  await page.goto('/notices/settings');
  const news = region(page, 'News and offers').getByRole('checkbox');
  await expect(news).not.toBeChecked();
  if (agrees) await news.click();
  if (agrees) await expect(page.getByText(/^You agreed on/)).toBeVisible();
  return { email, page };
}

test('news go to whoever agreed to them, by two people, and end by the link in the mail', async ({ browser }) => {
  test.slow();
  const subject = `Wallets, a new course ${crypto.randomUUID().slice(0, 8)}`;
  const [first, second] = [await windowOf(browser, 'finance'), await windowOf(browser, 'admin')];
  const [ina, oma] = [await reader(browser, true), await reader(browser, false)];

  await first.goto('/admin');
  await first.getByRole('link', { name: 'News' }).click();
  await expect(first.getByRole('heading', { name: 'News', exact: true })).toBeVisible();
  await looksRight(first);
  await first.getByLabel('Subject').fill(subject);
  await first.getByLabel('Text').fill('Look at https://elsewhere.example now.');
  await first.getByLabel('Why').fill('It opens today.');
  await first.getByRole('button', { name: 'Propose' }).click();
  await expect(first.locator('.err')).toBeVisible();
  await first.getByLabel('Text').fill('It is open now.\n\nIt takes an hour.');
  const typed = region(first, 'As typed');
  await expect(typed.frameLocator('iframe').getByText('It takes an hour.')).toBeVisible();
  await expect(typed.locator('pre')).toContainText('You get this mail because you agreed to news and offers.');
  await looksRight(first);
  // What is typed outlives a reload.
  await first.reload();
  await expect(first.getByLabel('Subject')).toHaveValue(subject);
  await first.getByRole('button', { name: 'Propose' }).click();
  await expect(toast(first, 'Proposed')).toBeVisible();
  await expect(first.getByLabel('Subject')).toHaveValue('');
  await expect(first.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  await second.goto('/admin/news');
  await expect(region(second, `Proposed: ${subject}`).locator('pre')).toContainText('It takes an hour.');
  await looksRight(second);
  await second.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog(second)).toContainText('nothing calls it back');
  await clean(second);
  await dialog(second).getByRole('button', { name: 'Approve and send' }).click();
  await expect(toast(second, 'On its way')).toBeVisible();
  await expect(region(second, 'Sent')).toContainText(subject);
  await looksRight(second);

  const link = await mailedLink(ina.page, ina.email, '/stop-mails');
  expect(await mailed(ina.page, ina.email)).toContain(subject);
  expect(await mailed(ina.page, oma.email)).not.toContain(subject);
  await ina.page.goto('/notices');
  await expect(ina.page.getByRole('link', { name: subject })).toBeVisible();

  const stranger = await ownWindow(browser);
  await stranger.goto(link);
  await stranger.getByRole('button', { name: 'Stop these mails' }).click();
  await expect(stranger.getByText('No more mails of this kind: News and offers.')).toBeVisible();
  await ina.page.goto('/notices/settings');
  await expect(region(ina.page, 'News and offers').getByRole('checkbox')).not.toBeChecked();
  await expect(ina.page.getByText('You took it back with the link in a mail.')).toBeVisible();
  const { consent } = await ask<{ consent: { given: boolean } }>(ina.page, 'notices/settings');
  expect(consent.given).toBe(false);
});

test('nobody else of the desk writes news', async ({ browser }) => {
  const page = await windowOf(browser, 'compliance');
  await page.goto('/admin/news');
  await expect(page.getByText('Your role does not include this.')).toBeVisible();
  await page.getByRole('button', { name: 'All places' }).click();
  await expect(dialog(page).getByRole('link', { name: 'Audit' })).toBeVisible();
  await expect(dialog(page).getByRole('link', { name: 'News' })).toHaveCount(0);
});
