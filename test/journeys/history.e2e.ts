import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { type Steps, story, test } from './journey.ts';
import { createProof } from './sample-files.ts';
import { ask, expectNoAxeFindings, fits, placeBuy, signIn, toast } from './scene.ts';

const createOrder = (page: Page) => placeBuy(page, `${5000 + Math.floor(Math.random() * 900)}.55`);

const anOrderOfACustomerSteps: Steps = {
  'a customer sees payment details, uploads the proof, and the order is in review': async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, 'enhanced');
    const { orderId, reference } = await createOrder(page);
    await page.goto(`/orders/${orderId}`);
    await expect(page.locator('.turn')).toHaveText('Waiting for you');
    await expect(page.getByRole('heading', { name: /^Send J\$5,\d{3} from your bank$/ })).toBeVisible();
    await expect(page.getByText('You only need to send whole dollars.')).toBeVisible();
    await expect(page.getByText(/^We'll send your BTC by /)).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Copy reference' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
    const sent = page.getByRole('button', { name: 'I have sent the money' });
    await expect(sent).toBeDisabled();
    await page.getByLabel('Payment confirmation').setInputFiles(createProof());
    await sent.click();
    await expect(toast(page, 'within the next 12-48 hours')).toBeVisible();
    await expect(page.locator('.turn')).toHaveText('Waiting for us');
    await expect(page.getByRole('heading', { name: "We're checking for your transfer" })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel this order' })).toHaveCount(0);
  },

  'cancelling asks for confirmation, and a late proof is still accepted': async ({ page }) => {
    await signIn(page, 'enhanced');
    const { orderId, reference } = await createOrder(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/orders/${orderId}`);
    await fits(page);
    await page.getByRole('button', { name: 'Cancel this order' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Cancel order ${reference}?` });
    await expect(dialog).toBeVisible();
    await expectNoAxeFindings(page);
    await expect(dialog.getByRole('button', { name: 'Keep order' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Cancel this order' }).click();
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    await expect(page.getByRole('heading', { name: 'You cancelled this order' })).toBeVisible();
    await expect(page.getByText("Nothing was taken and you don't owe anything.")).toBeVisible();
    await page.getByLabel('Payment confirmation').setInputFiles(createProof());
    await page.getByRole('button', { name: 'I sent the money' }).click();
    await expect(page.getByRole('heading', { name: "We're looking for your money" })).toBeVisible();
  },

  'an order changed elsewhere updates on the screen': async ({ page }) => {
    await signIn(page, 'enhanced');
    const { orderId } = await createOrder(page);
    await page.goto(`/orders/${orderId}`);
    await expect(page.locator('.turn')).toHaveText('Waiting for you');
    // If the live stream opens only later, it reports the missed change.
    await ask(page, 'trading/cancelOwn', { orderId });
    await expect(page.getByRole('heading', { name: 'You cancelled this order' })).toBeVisible();
  },
};

test('an order of a customer', story(anOrderOfACustomerSteps));

const historyOfOrdersSteps: Steps = {
  'the history filters by URL and goes back': async ({ page }) => {
    await signIn(page, 'enhanced');
    const first = await createOrder(page);
    const second = await createOrder(page);
    await ask(page, 'trading/cancelOwn', { orderId: second.orderId });
    await page.goto('/transactions');
    const list = page.getByRole('region', { name: 'Recent Transactions' });
    await expect(list.getByText(first.reference).first()).toBeVisible();
    await expect(page.getByText('No subscription receipts yet.')).toBeVisible();
    await expect(page.getByText('No workshop receipts yet.')).toBeVisible();
    await expect(page.getByText('No course receipts yet.')).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByLabel('Status').selectOption('cancelled');
    await expect(page).toHaveURL('/transactions?status=cancelled');
    await expect(list.getByText(second.reference).first()).toBeVisible();
    await expect(list.getByText(first.reference)).toHaveCount(0);
    await page.getByLabel('Type').selectOption('sell');
    await expect(page).toHaveURL('/transactions?status=cancelled&type=sell');
    await page.goto('/transactions?status=pending&type=buy');
    await expect(page.getByLabel('Status')).toHaveValue('pending');
    await page.goBack();
    await expect(page.getByLabel('Status')).toHaveValue('cancelled');
    await page.goForward();
    await list.getByRole('link', { name: `Receipt for order ${first.reference}` }).click();
    await expect(page.getByRole('heading', { name: 'Receipt', exact: true })).toBeVisible();
  },

  'a history that fails to load says so and retries': async ({ page }) => {
    await signIn(page, 'enhanced');
    await page.route('**/api/live?*', (route) => route.abort());
    await page.route('**/api/rpc/trading/list', (route) => route.fulfill({ status: 400, json: { json: {} } }));
    await page.goto('/transactions');
    await expect(page.getByText('Failed to fetch transactions').first()).toBeVisible();
    await page.unroute('**/api/rpc/trading/list');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('Failed to fetch transactions')).toHaveCount(0);
  },

  'a receipt prints without the page and is saved as PDF, and a year as CSV': async ({ page }) => {
    await signIn(page, 'enhanced');
    const { orderId, reference } = await createOrder(page);
    await page.goto(`/transactions/${orderId}/receipt`);
    await expect(page.locator('.receipt').getByText(reference)).toBeVisible();
    await expectNoAxeFindings(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save as PDF' }).click();
    expect((await saved).suggestedFilename()).toBe(`receipt-${reference}.pdf`);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await page.goto('/transactions');
    const csv = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    expect(await readFile(await (await csv).path(), 'utf8')).toContain(`\r\n${reference},buy,pending,`);
    await page.getByLabel('From').fill('2020-01-01');
    await expect(page.getByLabel('From')).toHaveAccessibleDescription(/^You can download up to 366 days at a time/);
    await page.getByLabel('To (inclusive)').fill('');
    await expect(page.getByLabel('To (inclusive)')).toHaveAccessibleDescription('Choose an end date');
    await expect(page.getByLabel('From')).toHaveAccessibleDescription('');
    await expect(page.getByRole('link', { name: 'Download' })).toHaveCount(0);
  },

  'visitors are asked to sign in, and other customers find no such order': async ({ page }) => {
    await signIn(page, 'enhanced');
    const { orderId } = await createOrder(page);
    await page.context().clearCookies();
    for (const path of ['/transactions', `/orders/${orderId}`, `/transactions/${orderId}/receipt`]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'You must be logged in to access these features' })).toBeVisible();
    }
    await signIn(page, 'visitor');
    for (const path of [`/orders/${orderId}`, `/transactions/${orderId}/receipt`, '/orders/not-an-order']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: "We couldn't find this order" })).toBeVisible();
    }
    await page.goto('/transactions?type=sell&status=failed');
    await expect(page.getByText('No transactions match this filter.')).toBeVisible();
  },
};

test('the history of orders', story(historyOfOrdersSteps));
