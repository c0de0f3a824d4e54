import { expect, type Page } from '@playwright/test';
import { bankLine } from '../payments.ts';
import { test } from './journey.ts';
import { slip } from './papers.ts';
import { ask, clean, customerIn, dialog, fits, told, windowOf } from './scene.ts';

const working = 'Our team is working diligently to process your transaction within the next 12-48 hours.';
const workshop = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

/** Looked at on a small phone in the dark, and on a wide screen by day. */
async function looksRight(page: Page): Promise<void> {
  for (const [colorScheme, width] of [['dark', 320] as const, ['light', 1280] as const]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
    await clean(page);
  }
}

test('a place in a workshop is taken, paid by bank and shown at the door', async ({ browser, page: visitor }) => {
  await visitor.goto('/subscriptions#workshops-heading');
  const shut = workshop(visitor, 'Your first wallet').getByRole('button', { name: 'Log in to register' });
  await expect(shut.first()).toBeDisabled();
  await expect(workshop(visitor, 'Your first wallet')).toContainText('J$4,000 a place');
  await expect(visitor.getByRole('heading', { name: 'Workshops', exact: true })).toBeInViewport();
  await looksRight(visitor);

  const { page } = await customerIn(browser, 'Brown');
  await page.goto('/subscriptions');
  const wallet = workshop(page, 'Your first wallet');
  await wallet.getByRole('button', { name: /Join Now.*in person/ }).click();
  await expect(dialog(page)).toContainText('Your place is kept while you pay');
  await dialog(page).getByRole('radio', { name: 'Bank transfer' }).check();
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(dialog(page).locator('.ref span').first()).toHaveText(/^[A-Z0-9]{4}-[A-Z0-9]{3,4}$/);
  await looksRight(page);
  await dialog(page).getByLabel('Payment confirmation').setInputFiles(slip());
  await dialog(page).getByRole('button', { name: 'I have sent the money' }).click();
  await told(page, 'Registration submitted', working);
  await expect(wallet.getByRole('button', { name: 'Pending' })).toBeDisabled();
  await expect(wallet.getByRole('button', { name: 'Join Now' })).toBeEnabled();

  const { places } = await ask<{ places: { paymentId: string }[] }>(page, 'workshops/own');
  const finance = await windowOf(browser, 'finance');
  const line = bankLine(places[0]?.paymentId ?? '', { amount: '4000', payerHolder: 'Kerry-Ann Brown' });
  await ask(finance, 'paymentsDesk/receive', line);
  await finance.context().close();
  await expect(wallet.getByRole('button', { name: 'Registered' })).toBeDisabled();
  await expect(wallet).toContainText('Show this code at the door');
  await looksRight(page);
  await page.context().close();
});
