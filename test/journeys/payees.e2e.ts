import { expect } from '@playwright/test';
import { bitcoinAddress } from '../orders.ts';
import { type Steps, story, test } from './journey.ts';
import { dialog, expectGoodLayout, expectToast, newCustomer, region } from './scene.ts';

const payeeSteps: Steps = {
  'a customer saves a wallet and a bank account on the profile, and removes the wallet': async ({ page }) => {
    await newCustomer(page, 'Brown');
    await page.goto('/profile#payees');
    const [wallets, accounts] = [region(page, 'Wallets'), region(page, 'Bank accounts')];
    await wallets.getByRole('button', { name: 'Add a wallet' }).click();
    await dialog(page).getByRole('button', { name: 'Save wallet' }).click();
    await expect(dialog(page).getByText('Please enter a name')).toBeVisible();
    await dialog(page).getByLabel('Name').fill('My Ledger');
    await dialog(page).getByLabel('Network').selectOption('bitcoin');
    await dialog(page).getByLabel('Wallet address').fill(bitcoinAddress);
    await dialog(page).getByRole('button', { name: 'Save wallet' }).click();
    await expectToast(page, 'Saved', 'You can choose it in your next order.');
    await expect(wallets.getByText(bitcoinAddress)).toBeVisible();

    await accounts.getByRole('button', { name: 'Add a bank account' }).click();
    await expect(dialog(page).getByLabel('Account holder name')).toHaveValue('Kerry-Ann Brown');
    await dialog(page).getByLabel('Name', { exact: true }).fill('Savings');
    await dialog(page).getByLabel('Bank name').fill('JN Bank');
    await dialog(page).getByLabel('Account number').fill('123 456 789');
    await dialog(page).getByRole('button', { name: 'Save account' }).click();
    await expect(accounts.getByText('123456789')).toBeVisible();
    await expectGoodLayout(page);

    await wallets.getByRole('button', { name: 'Remove My Ledger' }).click();
    await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
    await expectToast(page, 'Removed', 'Your orders stay the same.');
    await expect(wallets.getByText(bitcoinAddress)).toHaveCount(0);
  },
};

test('saved wallets and bank accounts', story(payeeSteps));
