import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { Cryptocommerce } from '../../clients/typescript/src/index.ts';
import { type Steps, story, test } from './journey.ts';
import { ask, dialog, expectGoodLayout, expectToast, openCustomerWindow } from './scene.ts';

async function setUpApp(page: Page): Promise<void> {
  const { text } = await ask<{ text: string }>(page, 'accounts/startAuthenticator');
  const app = new TOTP({ secret: Secret.fromBase32(text) });
  await ask(page, 'accounts/confirmAuthenticator', { code: app.generate() });
}

async function secretShown(page: Page): Promise<string> {
  const secret = await dialog(page).locator('.secret').innerText();
  await expectGoodLayout(page);
  await page.getByRole('button', { name: "I've saved it" }).click();
  return secret.trim();
}

const keysAndAddressesSteps: Steps = {
  'a key is created, used with its permissions, renewed and revoked': async ({ browser, baseURL }) => {
    test.slow();
    const { page } = await openCustomerWindow(browser, 'Brown');
    await page.goto('/profile#programs');
    await page.getByRole('link', { name: 'Keys and webhooks' }).click();
    await expect(page.getByText('Keys need a second sign-in step.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create a key' })).toHaveCount(0);
    await expectGoodLayout(page);
    await setUpApp(page);
    await page.reload();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await dialog(page).getByRole('button', { name: 'Create key' }).click();
    await expect(dialog(page).getByText('Give it a name')).toBeVisible();
    await expect(dialog(page).getByText('Choose at least one permission')).toBeVisible();
    await expectGoodLayout(page);
    await dialog(page).getByLabel('Name', { exact: true }).fill('Bookkeeping');
    await dialog(page).getByLabel('Read prices').check();
    await dialog(page).getByLabel('Valid for').selectOption('30');
    await dialog(page).getByRole('button', { name: 'Create key' }).click();
    const key = await secretShown(page);
    const url = `${baseURL}/api/partner/v1`;
    const shop = new Cryptocommerce({ url, key });
    expect((await shop.prices()).prices.length).toBeGreaterThan(3);
    await expect(shop.orders()).rejects.toMatchObject({ code: 'partner.scope_missing' });
    await expect(page.getByText(`ccm_… ${key.slice(-4)}`)).toBeVisible();
    await expectGoodLayout(page);

    await page.getByRole('button', { name: 'Renew Bookkeeping' }).click();
    await dialog(page).getByLabel('The old secret keeps working for').selectOption('0');
    await dialog(page).getByRole('button', { name: 'Change secret' }).click();
    const renewed = await secretShown(page);
    await expect(shop.prices()).rejects.toMatchObject({ code: 'partner.key_unknown' });
    const again = new Cryptocommerce({ url, key: renewed });
    expect((await again.prices()).prices.length).toBeGreaterThan(3);

    await page.getByRole('button', { name: 'Revoke Bookkeeping' }).click();
    await expectGoodLayout(page);
    await dialog(page).getByRole('button', { name: 'Revoke key' }).click();
    await expectToast(page, 'Key revoked', 'The key no longer works.');
    await expect(again.prices()).rejects.toMatchObject({ code: 'partner.key_unknown' });
  },

  'an address is added, its secret is shown once, and it is removed': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Brown');
    await setUpApp(page);
    await page.goto('/profile/programs');
    await page.getByRole('button', { name: 'Add a URL' }).click();
    await dialog(page).getByLabel('URL').fill('http://hooks.example/x');
    await dialog(page).getByRole('button', { name: 'Add URL' }).click();
    await expect(dialog(page).getByText('Enter a URL that begins with https://')).toBeVisible();
    await dialog(page).getByLabel('URL').fill('https://hooks.example/orders');
    await dialog(page).getByRole('button', { name: 'Add URL' }).click();
    expect(await secretShown(page)).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Deliveries: https://hooks.example/orders' }).click();
    await expect(dialog(page).getByText('No events in the last thirty days.')).toBeVisible();
    await expectGoodLayout(page);
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Remove: https://hooks.example/orders' }).click();
    await dialog(page).getByRole('button', { name: 'Remove URL' }).click();
    await expectToast(page, 'URL removed', 'We no longer send events to it.');
  },
};

test('keys and addresses', story(keysAndAddressesSteps));

const apiPageSteps: Steps = {
  'the API page documents each procedure, its fields and errors, without script': async ({ browser }) => {
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await page.goto('/developers');
    await expect(page.getByRole('heading', { name: 'Place an order to buy' })).toBeVisible();
    await expect(page.getByRole('rowheader', { name: 'idempotency-key' }).first()).toBeVisible();
    await page
      .getByText(/^Errors \(\d+\)$/)
      .last()
      .click();
    await expect(page.getByText('trading.order_not_found').last()).toBeVisible();
    await page.context().close();
  },

  'the API page fits phone and desktop, and axe finds nothing': async ({ page }) => {
    await page.goto('/developers');
    for (const summary of await page.locator('main summary').all()) await summary.click();
    await expectGoodLayout(page);
  },
};

test('the API page', story(apiPageSteps));
