import { type Browser, expect, type Page } from '@playwright/test';
import { statement } from '../bank-lines.ts';
import { test } from './journey.ts';
import { slip, upload } from './papers.ts';
import { ask, clean, dialog, fits, placedBuy, toast, windowOf } from './scene.ts';

/** A buy whose customer says that it is paid: its reference. */
async function claimedBuy(browser: Browser, amount: string): Promise<string> {
  const page = await windowOf(browser, 'tier2');
  const { orderId, reference } = await placedBuy(page, amount);
  const proofFile = await upload(page, 'transaction-proof', slip());
  await ask(page, 'trading/claimPayment', { orderId, proofFile });
  await page.context().close();
  return reference;
}

const payer = { payer: 'Mrs Grant, Tamara', account: '404 512 345', bank: 'Demo Bank of Jamaica' };
const unique = (): string => crypto.randomUUID().slice(0, 8).toUpperCase();

/** On a phone and on a desk, in both themes. */
async function looksRight(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
    await clean(page);
  }
}

async function uploadLines(page: Page, text: string): Promise<void> {
  await page.keyboard.press('u');
  await dialog(page)
    .getByLabel('File')
    .setInputFiles({
      name: 'statement.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
  await expect(dialog(page).getByText('lines are read')).toBeVisible();
}

test('a statement is uploaded, what is certain is confirmed by keys, the rest by hand, and nothing waits', async ({
  browser,
}) => {
  const [first, second, odd] = [
    await claimedBuy(browser, '20911'),
    await claimedBuy(browser, '20922'),
    await claimedBuy(browser, '20933'),
  ];
  const mark = unique();
  const text = statement([
    { reference: `ONE${mark}`, details: `TRF ${first}`, credit: '20,911.00', ...payer },
    { reference: `TWO${mark}`, details: `TRF ${second.slice(0, -1)}`, credit: '20,922.00', ...payer },
    { reference: `ODD${mark}`, details: `TRF ${odd}`, credit: '20,933.00', ...payer, payer: 'Somebody Else' },
    { reference: `NIL${mark}`, details: 'INTEREST', credit: '1.23', ...payer },
  ]);
  const page = await windowOf(browser, 'finance');
  await page.goto('/admin/bank-lines');
  await expect(page.getByText('No line waits')).toBeVisible();
  await uploadLines(page, text);
  await expect(dialog(page).getByRole('row')).toHaveCount(5);
  await looksRight(page);
  await dialog(page).getByRole('button', { name: 'Keep what is new' }).click();
  await expect(toast(page, 'Uploaded').filter({ hasText: '4 of 4' })).toBeVisible();

  const line = (name: string) => page.getByRole('listitem', { name: new RegExp(`${name}${mark}$`) });
  await expect(line('ONE')).toContainText('its reference, its amount, its customer paid, its day');
  await expect(line('TWO')).toContainText('its reference with one slip');
  await expect(line('ODD')).toContainText('somebody else paid');
  await looksRight(page);
  await page.keyboard.press('a');
  await expect(page.getByRole('button', { name: 'Confirm 2 ticked' })).toBeVisible();
  await page.keyboard.press('c');
  await expect(toast(page, 'Confirmed').filter({ hasText: '2 lines' })).toBeVisible();
  await expect(line('ONE')).toHaveCount(0);

  await line('ODD')
    .getByRole('button', { name: `Confirm for ${odd}` })
    .click();
  await dialog(page).getByRole('button', { name: 'The money is there' }).click();
  await expect(dialog(page).getByText('Somebody Else paid, and the customer is Tamara Grant')).toBeVisible();
  await clean(page);
  await dialog(page).getByLabel('Note').fill('Her husband, by his letter of today');
  await dialog(page).getByRole('button', { name: 'The money is there' }).click();
  await expect(line('ODD')).toHaveCount(0);

  await line('NIL')
    .getByRole('button', { name: /^Set aside/ })
    .click();
  await clean(page);
  await dialog(page).getByRole('button', { name: 'Set aside' }).click();
  await expect(page.getByText('No line waits')).toBeVisible();
  await uploadLines(page, text);
  await dialog(page).getByRole('button', { name: 'Keep what is new' }).click();
  await expect(toast(page, 'Uploaded').filter({ hasText: '0 of 4' })).toBeVisible();
});
