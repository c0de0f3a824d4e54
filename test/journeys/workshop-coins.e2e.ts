import { type Browser, expect, type Page } from '@playwright/test';
import { formatLocalTime } from '../../src/features/workshops/staff-schema.ts';
import { after, hours } from '../../src/kernel/clock.ts';
import { buildBankReceipt, solanaAddress, solanaHash } from '../payments.ts';
import { buildRegistration, sessionForm } from '../workshops.ts';
import { test } from './journey.ts';
import {
  ask,
  dialog,
  expectNoAxeFindings,
  expectToast,
  fits,
  openCustomerWindow,
  openWindowFor,
  region,
} from './scene.ts';

async function looksRight(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
    await expectNoAxeFindings(page);
  }
}

type Place = { readonly sessionId: string; readonly code: string; readonly paymentId: string };

/** Creates a customer who paid for a workshop and was checked in. */
async function createAttendee(browser: Browser, title: string): Promise<{ page: Page; sessionId: string }> {
  const [admin, finance] = [await openWindowFor(browser, 'admin'), await openWindowFor(browser, 'finance')];
  const now = new Date();
  const times = { startAt: formatLocalTime(after(now, hours(2))), endAt: formatLocalTime(after(now, hours(4))) };
  const { sessionId } = await ask<{ sessionId: string }>(
    admin,
    'workshopsDesk/create',
    sessionForm({ title, ...times }),
  );
  await ask(admin, 'workshopsDesk/announce', { sessionId });
  const { page } = await openCustomerWindow(browser, 'Brown');
  await ask(page, 'workshops/register', buildRegistration(sessionId));
  const { places } = await ask<{ places: Place[] }>(page, 'workshops/own');
  const place = places.find((each) => each.sessionId === sessionId);
  const line = buildBankReceipt(place?.paymentId ?? '', { amount: '4000', payerHolder: 'Kerry-Ann Brown' });
  await ask(finance, 'paymentsDesk/receive', line);
  await ask(admin, 'workshopsDesk/checkIn', { sessionId, code: place?.code });
  for (const window of [admin, finance]) await window.context().close();
  return { page, sessionId };
}

test('an attendee names a wallet, two people release the LGM, and the attendee reads the hash', async ({ browser }) => {
  const title = `Coins ${crypto.randomUUID().slice(0, 8)}`;
  const { page, sessionId } = await createAttendee(browser, title);
  await page.goto('/subscriptions#workshops-heading');
  const ownCoins = page.getByRole('list', { name: 'Your training coins' });
  await expect(ownCoins).toContainText(`5,000 LGM for ${title}`);
  await expect(ownCoins).toContainText('with no cash value');
  const address = ownCoins.getByLabel('Your Solana wallet address');
  await address.fill('0x52908400098527886E0F7030069857D2E4169EE7');
  await ownCoins.getByRole('button', { name: 'Save wallet' }).click();
  await expect(ownCoins.getByText("This isn't a valid Solana wallet address")).toBeVisible();
  await looksRight(page);
  const wallet = solanaAddress();
  await address.fill(wallet);
  await ownCoins.getByRole('button', { name: 'Save wallet' }).click();
  await expectToast(page, 'Wallet saved', 'once our team has approved the transfer');
  await expect(ownCoins).toContainText(wallet);
  await looksRight(page);

  const [finance, admin] = [await openWindowFor(browser, 'finance'), await openWindowFor(browser, 'admin')];
  for (const window of [finance, admin]) await window.goto(`/admin/workshops/${sessionId}`);
  const coins = region(finance, 'LGM for attendees');
  await expect(coins.getByRole('listitem').filter({ hasText: 'Kerry-Ann Brown' })).toContainText('To release');
  await looksRight(finance);
  await coins.getByRole('button', { name: 'Propose release' }).click();
  await expectToast(finance, 'Proposed', 'The release for 1 is waiting');
  const eyes = region(admin, 'LGM for attendees');
  await admin.reload();
  await eyes.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog(admin)).toContainText(wallet);
  await looksRight(admin);
  await dialog(admin).getByRole('button', { name: 'Release' }).click();
  await expectToast(admin, 'Released', 'Send the LGM, then record each transfer.');

  await finance.reload();
  await coins.getByRole('button', { name: 'Record as sent' }).click();
  await dialog(finance).getByLabel('Transaction hash').fill('sent it');
  await dialog(finance).getByRole('button', { name: 'Record as sent' }).click();
  await expect(dialog(finance).getByText('86 to 88 letters and digits')).toBeVisible();
  await looksRight(finance);
  const hash = solanaHash();
  await dialog(finance).getByLabel('Transaction hash').fill(hash);
  await dialog(finance).getByRole('button', { name: 'Record as sent' }).click();
  await expectToast(finance, 'Recorded', 'The LGM for Kerry-Ann Brown are recorded as sent.');
  await expect(coins).toContainText(hash);
  await looksRight(finance);
  await expect(ownCoins).toContainText(hash);
  await looksRight(page);
  for (const window of [page, finance, admin]) await window.context().close();
});
