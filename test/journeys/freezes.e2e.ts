import { type Browser, expect, type Page } from '@playwright/test';
import { cameIn } from '../orders.ts';
import { nothingKnown } from '../unassigned.ts';
import { test } from './journey.ts';
import { ask, bar, clean, customerIn, dialog, fits, placedBuy, region, toast, windowOf } from './scene.ts';

/** Nobody else's: what is frozen here stays so. */
const wallet = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
const anotherWallet = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

const nobody = { payerBank: '', payerAccount: '', payerHolder: '' };

/** A new customer with a buy of coins to such a wallet, not paid yet. */
async function buyer(browser: Browser, lastName: string, { amount, to = wallet }: { amount: string; to?: string }) {
  const { page } = await customerIn(browser, lastName);
  const order = await placedBuy(page, amount, { walletAddress: to });
  await page.context().close();
  return { ...order, name: `Kerry-Ann ${lastName}` };
}

/** The page of the customer of an order, by way of the order. */
async function customerOf(page: Page, { orderId, name }: { orderId: string; name: string }): Promise<void> {
  await page.goto(`/admin/orders/${orderId}`);
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
}

/** Freezes the customer of an order by hand, on their page. */
async function freeze(page: Page, whose: Parameters<typeof customerOf>[1]): Promise<void> {
  await customerOf(page, whose);
  await region(page, 'Not frozen').getByRole('button', { name: 'Freeze', exact: true }).click();
  await dialog(page).getByLabel('Why').fill('An authority asks for it');
  await dialog(page).getByRole('button', { name: 'Freeze', exact: true }).click();
  await expect(region(page, 'Frozen')).toContainText('Frozen by hand');
}

test('nothing is paid to the wallet of somebody frozen; compliance reads whose it is and proposes', async ({
  browser,
}) => {
  const bogle = await buyer(browser, 'Bogle', { amount: '1500' });
  const seacole = await buyer(browser, 'Seacole', { amount: '1600' });
  const officer = await windowOf(browser, 'compliance');
  await freeze(officer, bogle);

  const cashier = await windowOf(browser, 'finance');
  const { orderId } = seacole;
  await ask(cashier, 'desk/confirmReceived', cameIn(orderId, { amount: '1600' }));
  await ask(cashier, 'desk/startProcessing', { orderId, note: '' });
  await cashier.goto(`/admin/orders/${orderId}`);
  await bar(cashier).getByRole('button', { name: 'Prepare pay-out' }).click();
  await dialog(cashier).getByRole('button', { name: 'Prepare pay-out' }).click();
  await expect(toast(cashier, 'Stopped')).toContainText('Whoever this came from or goes to is stopped');

  await customerOf(officer, seacole);
  const kept = region(officer, 'Not frozen');
  await expect(kept).toContainText('known of somebody frozen: Kerry-Ann Bogle');
  await kept.getByRole('button', { name: 'Propose to let it move' }).click();
  await clean(officer);
  await dialog(officer).getByLabel('Why it may move').fill('Another person, by the papers');
  await officer.setViewportSize({ width: 360, height: 780 });
  await fits(officer);
  await dialog(officer).getByRole('button', { name: 'Propose', exact: true }).click();
  await expect(kept.getByRole('button', { name: 'Take back' })).toBeVisible();
  await fits(officer);
  await clean(officer);

  // Coins of nobody, from that wallet: a matter of whoever is frozen.
  const found = { asset: 'BTC', rail: 'bitcoin', amount: '0.002', senderAddress: wallet };
  await ask(cashier, 'unassigned/record', nothingKnown('5'.repeat(64), { ...found, ...nobody }));
  await customerOf(officer, bogle);
  const frozen = region(officer, 'Frozen');
  await expect(frozen).toContainText('0.002 BTC, from where they are known or off their order, stays with us.');
  await fits(officer);
  await frozen.getByRole('button', { name: 'Propose to give it back' }).click();
  await dialog(officer).getByLabel('Why it goes back').fill('Not theirs, by the papers');
  await fits(officer);
  await dialog(officer).getByRole('button', { name: 'Propose', exact: true }).click();
  await expect(frozen.getByRole('button', { name: 'Take back' })).toBeVisible();
  await fits(officer);
  await clean(officer);
});

test('of an order that goes on, compliance reads and gives back what came in beside it', async ({ browser }) => {
  const bravo = await buyer(browser, 'Bravo', { amount: '1700', to: anotherWallet });
  const officer = await windowOf(browser, 'compliance');
  const cashier = await windowOf(browser, 'finance');
  const { orderId } = bravo;
  // From an account of their own, for nothing of it moves any more.
  const payer = { payerAccount: '981117001', payerHolder: 'Kerry-Ann Bravo' };
  const beside = cameIn(orderId, { amount: '50', reference: 'BRAVO BESIDE' });
  await ask(cashier, 'desk/confirmReceived', { ...cameIn(orderId, { amount: '1700' }), ...payer });
  await ask(cashier, 'desk/recordExtra', { ...beside, ...payer });
  await freeze(officer, bravo);
  const kept = region(officer, 'Frozen');
  await expect(kept).toContainText('J$50.00, beside its own, stays with us.');
  await kept.getByRole('button', { name: 'Propose to give it back' }).click();
  await expect(dialog(officer)).toContainText('J$50.00 would go back to where it came from.');
  await dialog(officer).getByLabel('Why it goes back').fill('It came in twice');
  await dialog(officer).getByRole('button', { name: 'Propose', exact: true }).click();
  await expect(kept).toContainText('proposed to give back J$50.00 of ');
  await officer.setViewportSize({ width: 360, height: 780 });
  await fits(officer);
  await clean(officer);
});
