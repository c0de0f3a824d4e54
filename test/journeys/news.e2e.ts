import { expect, type Page } from '@playwright/test';
import { type Steps, story, test } from './journey.ts';
import {
  ask,
  dialog,
  disableQuietHours,
  expectGoodLayout,
  expectNoAxeFindings,
  findMailedLink,
  openCustomerWindow,
  openWindow,
  openWindowFor,
  region,
  toast,
} from './scene.ts';

const findMail = async (page: Page, to: string) => (await page.request.get(`/dev/mailbox.json?to=${to}`)).text();

async function createReader(browser: Parameters<typeof openCustomerWindow>[0], agrees: boolean) {
  const { email, page } = await openCustomerWindow(browser, 'Reader');
  await disableQuietHours(page);
  await page.goto('/notices/settings');
  const news = region(page, 'News and offers').getByRole('checkbox');
  await expect(news).not.toBeChecked();
  if (agrees) await news.click();
  if (agrees) await expect(page.getByText(/^You agreed on/)).toBeVisible();
  return { email, page };
}

const newsSteps: Steps = {
  'news reach those who agreed, need two people, and stop by the link in the mail': async ({ browser }) => {
    test.slow();
    const subject = `Wallets, a new course ${crypto.randomUUID().slice(0, 8)}`;
    const [first, second] = [await openWindowFor(browser, 'finance'), await openWindowFor(browser, 'admin')];
    const [customer, otherCustomer] = [await createReader(browser, true), await createReader(browser, false)];

    await first.goto('/admin');
    await first.getByRole('button', { name: 'All pages' }).click();
    await dialog(first).getByRole('link', { name: 'News' }).click();
    await expect(first.getByRole('heading', { name: 'News', exact: true })).toBeVisible();
    await expectGoodLayout(first);
    await first.getByLabel('Subject').fill(subject);
    await first.getByLabel('Text').fill('Look at https://elsewhere.example now.');
    await first.getByLabel('Why').fill('It opens today.');
    await first.getByRole('button', { name: 'Propose' }).click();
    await expect(first.locator('.err')).toBeVisible();
    await first.getByLabel('Text').fill('It is open now.\n\nIt takes an hour.');
    const typed = region(first, 'Preview');
    await expect(typed.frameLocator('iframe').getByText('It takes an hour.')).toBeVisible();
    await expect(typed.locator('pre')).toContainText('You get this email because you signed up for news and offers.');
    await expectGoodLayout(first);
    await first.reload();
    await expect(first.getByLabel('Subject')).toHaveValue(subject);
    await first.getByRole('button', { name: 'Propose' }).click();
    await expect(toast(first, 'Proposed')).toBeVisible();
    await expect(first.getByLabel('Subject')).toHaveValue('');
    await expect(first.getByRole('button', { name: 'Approve' })).toHaveCount(0);

    await second.goto('/admin/news');
    await expect(region(second, `Proposed: ${subject}`).locator('pre')).toContainText('It takes an hour.');
    await expectGoodLayout(second);
    await second.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog(second)).toContainText("can't be recalled");
    await expectNoAxeFindings(second);
    await dialog(second).getByRole('button', { name: 'Approve and send' }).click();
    await expect(toast(second, 'On its way')).toBeVisible();
    await expect(region(second, 'Sent')).toContainText(subject);
    await expectGoodLayout(second);

    const link = await findMailedLink(customer.page, customer.email, '/stop-mails');
    expect(await findMail(customer.page, customer.email)).toContain(subject);
    expect(await findMail(customer.page, otherCustomer.email)).not.toContain(subject);
    await customer.page.goto('/notices');
    await expect(customer.page.getByRole('link', { name: subject })).toBeVisible();

    const visitor = await openWindow(browser);
    await visitor.goto(link);
    await visitor.getByRole('button', { name: 'Stop these emails' }).click();
    await expect(visitor.getByText("You've unsubscribed from these emails: News and offers.")).toBeVisible();
    await customer.page.goto('/notices/settings');
    await expect(region(customer.page, 'News and offers').getByRole('checkbox')).not.toBeChecked();
    await expect(customer.page.getByText('You unsubscribed with the link in an email.')).toBeVisible();
    const { consent } = await ask<{ consent: { given: boolean } }>(customer.page, 'notices/settings');
    expect(consent.given).toBe(false);
  },

  'other staff cannot write news': async ({ browser }) => {
    const page = await openWindowFor(browser, 'compliance');
    await page.goto('/admin/news');
    await expect(page.getByText("Your role doesn't give you access to this")).toBeVisible();
    await page.getByRole('button', { name: 'All pages' }).click();
    await expect(dialog(page).getByRole('link', { name: 'Audit' })).toBeVisible();
    await expect(dialog(page).getByRole('link', { name: 'News' })).toHaveCount(0);
  },
};

test('news', story(newsSteps));
