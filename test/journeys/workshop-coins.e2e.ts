import { type Browser, expect, type Page } from '@playwright/test';
import { localTextOf } from '../../src/features/workshops/local-moment.ts';
import { after, hours } from '../../src/kernel/clock.ts';
import { bankLine, solanaAddress, solanaHash } from '../payments.ts';
import { registering, sessionForm } from '../workshops.ts';
import { test } from './journey.ts';
import { ask, clean, customerIn, dialog, fits, region, told, windowOf } from './scene.ts';

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

type Place = { readonly sessionId: string; readonly code: string; readonly paymentId: string };

/** Somebody who paid for a workshop that is about to begin, and was let in: their window. */
async function cameTo(browser: Browser, title: string): Promise<{ page: Page; sessionId: string }> {
  const [admin, finance] = [await windowOf(browser, 'admin'), await windowOf(browser, 'finance')];
  const now = new Date();
  const times = { startAt: localTextOf(after(now, hours(2))), endAt: localTextOf(after(now, hours(4))) };
  const { sessionId } = await ask<{ sessionId: string }>(admin, 'workshopsDesk/make', sessionForm({ title, ...times }));
  await ask(admin, 'workshopsDesk/announce', { sessionId });
  const { page } = await customerIn(browser, 'Brown');
  await ask(page, 'workshops/register', registering(sessionId));
  const { places } = await ask<{ places: Place[] }>(page, 'workshops/own');
  const place = places.find((each) => each.sessionId === sessionId);
  const line = bankLine(place?.paymentId ?? '', { amount: '4000', payerHolder: 'Kerry-Ann Brown' });
  await ask(finance, 'paymentsDesk/receive', line);
  await ask(admin, 'workshopsDesk/checkIn', { sessionId, code: place?.code });
  for (const window of [admin, finance]) await window.context().close();
  return { page, sessionId };
}

test('whoever came names a wallet, two release their LGM, and they read under which hash it was sent', async ({
  browser,
}) => {
  const title = `Coins ${crypto.randomUUID().slice(0, 8)}`;
  const { page, sessionId } = await cameTo(browser, title);
  await page.goto('/subscriptions#workshops-heading');
  const mine = page.getByRole('list', { name: 'Your training coins' });
  await expect(mine).toContainText(`5,000 LGM for ${title}`);
  await expect(mine).toContainText('without value in money');
  const address = mine.getByLabel('Your wallet address on Solana');
  await address.fill('0x52908400098527886E0F7030069857D2E4169EE7');
  await mine.getByRole('button', { name: 'Send them here' }).click();
  await expect(mine.getByText('This is not the address of a wallet of yours on Solana')).toBeVisible();
  await looksRight(page);
  const wallet = solanaAddress();
  await address.fill(wallet);
  await mine.getByRole('button', { name: 'Send them here' }).click();
  await told(page, 'Your wallet is noted', 'once two of us have released them');
  await expect(mine).toContainText(wallet);
  await looksRight(page);

  const [finance, admin] = [await windowOf(browser, 'finance'), await windowOf(browser, 'admin')];
  for (const window of [finance, admin]) await window.goto(`/admin/workshops/${sessionId}`);
  const coins = region(finance, 'LGM for who came');
  await expect(coins.getByRole('listitem').filter({ hasText: 'Kerry-Ann Brown' })).toContainText('To release');
  await looksRight(finance);
  await coins.getByRole('button', { name: 'Ask for release' }).click();
  await told(finance, 'Asked for', 'The release for 1 waits');
  const eyes = region(admin, 'LGM for who came');
  await admin.reload();
  await eyes.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog(admin)).toContainText(wallet);
  await looksRight(admin);
  await dialog(admin).getByRole('button', { name: 'Release' }).click();
  await told(admin, 'Released', 'They may be sent now');

  await finance.reload();
  await coins.getByRole('button', { name: 'Record as sent' }).click();
  await dialog(finance).getByLabel('Hash of the transaction').fill('sent it');
  await dialog(finance).getByRole('button', { name: 'They are sent' }).click();
  await expect(dialog(finance).getByText('86 to 88 letters and digits')).toBeVisible();
  await looksRight(finance);
  const hash = solanaHash();
  await dialog(finance).getByLabel('Hash of the transaction').fill(hash);
  await dialog(finance).getByRole('button', { name: 'They are sent' }).click();
  await told(finance, 'Recorded', 'The LGM of Kerry-Ann Brown are sent.');
  await expect(coins).toContainText(hash);
  await looksRight(finance);
  await expect(mine).toContainText(hash);
  await looksRight(page);
  for (const window of [page, finance, admin]) await window.context().close();
});
