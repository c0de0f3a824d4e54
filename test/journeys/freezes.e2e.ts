import { type Browser, expect, type Page } from '@playwright/test';
import { buildPayIn } from '../orders.ts';
import { buildUnallocated } from '../unallocated.ts';
import { type Steps, story, test } from './journey.ts';
import {
  ask,
  bar,
  dialog,
  expectNoAxeFindings,
  fits,
  openCustomerWindow,
  openWindowFor,
  placeBuy,
  region,
  toast,
} from './scene.ts';

/** Wallets that no other journey uses, because the freezes of this file stay in force. */
const wallet = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
const anotherWallet = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

const unknownPayer = { payerBank: '', payerAccount: '', payerHolder: '' };

async function buyer(browser: Browser, lastName: string, { amount, to = wallet }: { amount: string; to?: string }) {
  const { page } = await openCustomerWindow(browser, lastName);
  const order = await placeBuy(page, amount, { walletAddress: to });
  await page.context().close();
  return { ...order, name: `Kerry-Ann ${lastName}` };
}

async function openCustomer(page: Page, { orderId, name }: { orderId: string; name: string }): Promise<void> {
  await page.goto(`/admin/orders/${orderId}`);
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
}

async function freeze(page: Page, customer: Parameters<typeof openCustomer>[1]): Promise<void> {
  await openCustomer(page, customer);
  await region(page, 'Not frozen').getByRole('button', { name: 'Freeze', exact: true }).click();
  await dialog(page).getByLabel('Reason').fill('An authority asks for it');
  await dialog(page).getByRole('button', { name: 'Freeze', exact: true }).click();
  await expect(region(page, 'Frozen')).toContainText('Frozen manually');
}

const ordersOfFrozenCustomersSteps: Steps = {
  'a payout to the wallet of a frozen customer is stopped, and compliance proposes the release': async ({
    browser,
  }) => {
    const bogle = await buyer(browser, 'Bogle', { amount: '1500' });
    const seacole = await buyer(browser, 'Seacole', { amount: '1600' });
    const officer = await openWindowFor(browser, 'compliance');
    await freeze(officer, bogle);

    const cashier = await openWindowFor(browser, 'finance');
    const { orderId } = seacole;
    await ask(cashier, 'desk/confirmReceived', buildPayIn(orderId, { amount: '1600' }));
    await ask(cashier, 'desk/startProcessing', { orderId, note: '' });
    await cashier.goto(`/admin/orders/${orderId}`);
    await bar(cashier).getByRole('button', { name: 'Prepare payout' }).click();
    await dialog(cashier).getByRole('button', { name: 'Prepare payout' }).click();
    await expect(toast(cashier, 'Frozen')).toContainText('The payer or recipient is frozen');

    await openCustomer(officer, seacole);
    const notFrozen = region(officer, 'Not frozen');
    await expect(notFrozen).toContainText('Linked to a frozen customer: Kerry-Ann Bogle');
    await notFrozen.getByRole('button', { name: 'Propose release' }).click();
    await expectNoAxeFindings(officer);
    await dialog(officer).getByLabel('Reason').fill('Another person, according to documents');
    await officer.setViewportSize({ width: 360, height: 780 });
    await fits(officer);
    await dialog(officer).getByRole('button', { name: 'Propose', exact: true }).click();
    await expect(notFrozen.getByRole('button', { name: 'Withdraw' })).toBeVisible();
    await fits(officer);
    await expectNoAxeFindings(officer);

    // Unallocated coins from that wallet belong to the frozen customer.
    const found = { asset: 'BTC', rail: 'bitcoin', amount: '0.002', senderAddress: wallet };
    await ask(cashier, 'unallocated/record', buildUnallocated('5'.repeat(64), { ...found, ...unknownPayer }));
    await openCustomer(officer, bogle);
    const frozen = region(officer, 'Frozen');
    await expect(frozen).toContainText('0.002 BTC linked to this customer: on hold.');
    await fits(officer);
    await frozen.getByRole('button', { name: 'Propose return' }).click();
    await dialog(officer).getByLabel('Reason').fill('Another owner, according to documents');
    await fits(officer);
    await dialog(officer).getByRole('button', { name: 'Propose', exact: true }).click();
    await expect(frozen.getByRole('button', { name: 'Withdraw' })).toBeVisible();
    await fits(officer);
    await expectNoAxeFindings(officer);
  },

  'compliance returns the surplus of an open order of a frozen customer': async ({ browser }) => {
    const bravo = await buyer(browser, 'Bravo', { amount: '1700', to: anotherWallet });
    const officer = await openWindowFor(browser, 'compliance');
    const cashier = await openWindowFor(browser, 'finance');
    const { orderId } = bravo;
    // No other customer uses this bank account, because the freeze stays in force.
    const payer = { payerAccount: '981117001', payerHolder: 'Kerry-Ann Bravo' };
    const surplus = buildPayIn(orderId, { amount: '50', reference: 'BRAVO SURPLUS' });
    await ask(cashier, 'desk/confirmReceived', { ...buildPayIn(orderId, { amount: '1700' }), ...payer });
    await ask(cashier, 'desk/recordExtra', { ...surplus, ...payer });
    await freeze(officer, bravo);
    const frozenRegion = region(officer, 'Frozen');
    await expect(frozenRegion).toContainText('J$50.00 on top of the order amount: on hold.');
    await frozenRegion.getByRole('button', { name: 'Propose return' }).click();
    await expect(dialog(officer)).toContainText('J$50.00 will go back to where it came from.');
    await dialog(officer).getByLabel('Reason').fill('It came in twice');
    await dialog(officer).getByRole('button', { name: 'Propose', exact: true }).click();
    await expect(frozenRegion).toContainText('proposed to return J$50.00 of ');
    await officer.setViewportSize({ width: 360, height: 780 });
    await fits(officer);
    await expectNoAxeFindings(officer);
  },
};

test('orders of frozen customers', story(ordersOfFrozenCustomersSteps));
