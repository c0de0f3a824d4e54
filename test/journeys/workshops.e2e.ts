import { type Browser, expect, type Page } from '@playwright/test';
import { buildBankReceipt } from '../payments.ts';
import { buildRegistration, sessionForm } from '../workshops.ts';
import { test } from './journey.ts';
import { runJobNow } from './owner.ts';
import { createProof } from './sample-files.ts';
import {
  ask,
  dialog,
  disableQuietHours,
  expectNoAxeFindings,
  expectToast,
  findMailedLink,
  fits,
  openCustomerWindow,
  openWindowFor,
  toast,
} from './scene.ts';

// Parallel, because each journey uses its own customers.
test.describe.configure({ mode: 'parallel' });

const working = 'Our team is working diligently to process your transaction within the next 12-48 hours.';
const workshop = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

async function looksRight(page: Page): Promise<void> {
  for (const [colorScheme, width] of [['dark', 320] as const, ['light', 1280] as const]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
    await expectNoAxeFindings(page);
  }
}

async function announceSession(browser: Browser, title: string, seats: object): Promise<string> {
  const admin = await openWindowFor(browser, 'admin');
  const { sessionId } = await ask<{ sessionId: string }>(
    admin,
    'workshopsDesk/create',
    sessionForm({ title, ...seats }),
  );
  await ask(admin, 'workshopsDesk/announce', { sessionId });
  await admin.context().close();
  return sessionId;
}

const bookSeat = (page: Page, sessionId: string) =>
  ask<{ paymentId: string }>(page, 'workshops/register', buildRegistration(sessionId));

async function confirmPayment(browser: Browser, paymentId: string): Promise<void> {
  const finance = await openWindowFor(browser, 'finance');
  await ask(
    finance,
    'paymentsDesk/receive',
    buildBankReceipt(paymentId, { amount: '4000', payerHolder: 'Kerry-Ann Brown' }),
  );
  await finance.context().close();
}

test('a seat in a workshop is booked, paid by bank and shown at check-in', async ({ browser, page: visitor }) => {
  await visitor.goto('/subscriptions#workshops-heading');
  const shut = workshop(visitor, 'Your first wallet').getByRole('button', { name: 'Log in to register' });
  await expect(shut.first()).toBeDisabled();
  await expect(workshop(visitor, 'Your first wallet')).toContainText('J$4,000 per place');
  await expect(visitor.getByRole('heading', { name: 'Workshops', exact: true })).toBeInViewport();
  await looksRight(visitor);
  await visitor.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await workshop(visitor, 'Your first wallet').getByRole('button', { name: 'Copy link' }).click();
  await expect(visitor.getByText('Copied link to Your first wallet')).toBeAttached();

  const { page } = await openCustomerWindow(browser, 'Brown');
  await page.goto(await visitor.evaluate(() => navigator.clipboard.readText()));
  await expect(page.getByRole('heading', { name: 'Your first wallet' })).toBeInViewport();
  const wallet = workshop(page, 'Your first wallet');
  await wallet.getByRole('button', { name: /Join Now.*in person/ }).click();
  await expect(dialog(page)).toContainText('We hold your place while you pay');
  await dialog(page).getByRole('radio', { name: 'Bank transfer' }).check();
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(dialog(page).locator('.ref span').first()).toHaveText(/^[A-Z0-9]{4}-[A-Z0-9]{3,4}$/);
  await looksRight(page);
  await dialog(page).getByLabel('Payment confirmation').setInputFiles(createProof());
  await dialog(page).getByRole('button', { name: 'I have sent the money' }).click();
  await expectToast(page, 'Registration submitted', working);
  await expect(wallet.getByRole('button', { name: 'Pending' })).toBeDisabled();
  await expect(wallet.getByRole('button', { name: 'Join Now' })).toBeEnabled();

  const { places } = await ask<{ places: { paymentId: string }[] }>(page, 'workshops/own');
  await confirmPayment(browser, places[0]?.paymentId ?? '');
  await expect(wallet.getByRole('button', { name: 'Registered' })).toBeDisabled();
  await expect(wallet).toContainText('Show this code when you arrive');
  await looksRight(page);
  await page.context().close();
});

test('a free seat of a full workshop is offered to the waiting list and booked', async ({ browser }) => {
  const title = `One seat ${crypto.randomUUID().slice(0, 8)}`;
  const sessionId = await announceSession(browser, title, { seatsInPerson: 1, seatsOnline: 0 });
  const has = await openCustomerWindow(browser, 'Brown');
  const { paymentId } = await bookSeat(has.page, sessionId);
  const { page, email } = await openCustomerWindow(browser, 'Clarke');
  await disableQuietHours(page);
  await page.goto('/subscriptions');
  const card = workshop(page, title);
  await expect(card).toContainText('No places left');
  await looksRight(page);
  await card.getByRole('button', { name: /Join the waiting list/ }).click();
  await expect(toast(page, 'You are on the waiting list')).toBeVisible();
  await expect(card.getByRole('button', { name: /Waiting/ })).toBeDisabled();
  await expect(card).toContainText("You're on the waiting list. We'll email you when a place is free.");
  await looksRight(page);

  await ask(has.page, 'payments/cancel', { paymentId });
  await has.page.context().close();
  await runJobNow('workshops.offer_seats');
  await expect(card.getByRole('button', { name: /Take your place/ })).toBeEnabled();
  await expect(card).toContainText('A place is free for you until');
  await findMailedLink(page, email, '#workshops-heading');
  await looksRight(page);
  await card.getByRole('button', { name: /Take your place/ }).click();
  await dialog(page).getByRole('radio', { name: 'Bank transfer' }).check();
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(dialog(page).locator('.ref span').first()).toHaveText(/^[A-Z0-9]{4}-[A-Z0-9]{3,4}$/);
  await page.keyboard.press('Escape');
  await expect(card.getByRole('button', { name: /Pending/ })).toBeDisabled();
  await page.context().close();
});

test('a paid seat moves once, and its receipt has the check-in code', async ({ browser }) => {
  const part = crypto.randomUUID().slice(0, 8);
  const [from, to] = [`Moved from ${part}`, `Moved to ${part}`];
  const sessionId = await announceSession(browser, from, { seatsInPerson: 5, seatsOnline: 5 });
  await announceSession(browser, to, { seatsInPerson: 0, seatsOnline: 5 });
  const { page, email } = await openCustomerWindow(browser, 'Brown');
  await disableQuietHours(page);
  const { paymentId } = await bookSeat(page, sessionId);
  await confirmPayment(browser, paymentId);
  await page.goto('/subscriptions');
  const card = workshop(page, from);
  await expect(card.getByRole('button', { name: /Registered/ })).toBeDisabled();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('link', { name: 'Add to your calendar' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^workshop-.*\.ics$/);
  await card.getByRole('button', { name: 'Move your place' }).click();
  await dialog(page)
    .getByRole('radio', { name: new RegExp(to) })
    .check();
  await looksRight(page);
  await dialog(page).getByRole('button', { name: 'Move my place' }).click();
  await expect(toast(page, 'Your place has moved')).toBeVisible();
  await expect(workshop(page, to).getByRole('button', { name: /Registered/ })).toBeDisabled();
  await expect(workshop(page, to).getByRole('link', { name: 'Join online' })).toBeVisible();
  await expect(workshop(page, to).getByRole('button', { name: 'Move your place' })).toHaveCount(0);
  await expect(card.getByRole('button', { name: /Join Now.*in person/ })).toBeEnabled();
  await page.goto(`/payments/${paymentId}/receipt`);
  await expect(page.getByRole('img', { name: 'QR code of your ticket' })).toBeVisible();
  await expect(page.getByText(`${from}, in person`, { exact: true })).toBeVisible();
  await looksRight(page);
  await runJobNow('workshops.notify_seats');
  await findMailedLink(page, email, '#workshops-heading');
  await page.context().close();
});
