import { expect } from '@playwright/test';
import { mixedMessage } from '../../src/features/public-site/screens/contact-island.ts';
import { type Steps, story, test } from './journey.ts';
import { expectNoAxeFindings } from './scene.ts';

const contactCheckSteps: Steps = {
  'the check recognises our contacts, and sends nothing': async ({ page, baseURL }) => {
    await page.goto('/contact-check', { waitUntil: 'networkidle' });
    const requestedUrls: string[] = [];
    // Ignores scripts of the page, which load when the browser is idle.
    page.on('request', (request) => {
      if (!/^\/assets\/[\w.-]+\.(js|css|svg)$/.test(new URL(request.url()).pathname)) requestedUrls.push(request.url());
    });
    const check = async (text: string) => {
      await page.getByLabel('Paste the message').fill(text);
      await page.keyboard.press('Enter');
      return expect(page.locator('.verdict'));
    };
    await (await check('Support@cryptocommerce.example')).toContainText('This is ours: Email');
    await (await check('(876) 555-0100')).toContainText('This is ours: Phone');
    await (await check(`${baseURL}/faq`)).toContainText('This is ours: Website');
    await (await check('LignumDemo111111111111111111111111111111111')).toContainText('This is ours: Lignum');
    await (await check('help@crypto-support.test')).toContainText('This is not ours');
    await (await check('+1 876 555 0199')).toContainText('This is not ours');
    await (await check('https://crypt0commerce.example/login')).toContainText('made to look like ours');
    await (await check('0000 1111 222')).toContainText('We never send bank details or wallet addresses in messages');
    await (
      await check('abandon ability able about above absent absorb abstract absurd abuse access accident')
    ).toContainText('This looks like a recovery phrase');
    await expect(page.getByLabel('Paste the message')).toHaveValue('');
    const message = 'Call +1 876 555 0199 or write to support@cryptocommerce.example.\nPay to 0000 1111 222 today';
    await check(message);
    await expect(page.locator('.verdict .notice')).toHaveText([
      mixedMessage,
      /^\+1 876 555 0199This is not ours/,
      /^support@cryptocommerce\.exampleThis is ours: Email/,
      /^0000 1111 222We never send bank details/,
    ]);
    expect(requestedUrls).toEqual([]);
    await expectNoAxeFindings(page);
  },

  'an unknown contact is searched among warnings on request': async ({ page }) => {
    await page.goto('/contact-check', { waitUntil: 'networkidle' });
    const looked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/scamReports/')) looked.push(request.postData() ?? '');
    });
    await page.getByLabel('Paste the message').fill('https://no-warnings.example');
    await page.keyboard.press('Enter');
    await expect(page.locator('.verdict')).toContainText('This is not ours');
    expect(looked).toEqual([]);
    await page.getByRole('button', { name: 'Search our published warnings' }).click();
    await expect(page.locator('.verdict')).toContainText('It may still be unsafe');
    expect(looked).toHaveLength(1);
    await expectNoAxeFindings(page);
  },

  'text pasted before the check is ready is sent nowhere and checked afterwards': async ({ page }) => {
    const { promise: may, resolve: arrive } = Promise.withResolvers<void>();
    await page.route('**/assets/contact-island-*.js', async (route) => {
      await may;
      await route.continue();
    });
    await page.goto('/contact-check');
    const requestedUrls: string[] = [];
    page.on('request', (request) => requestedUrls.push(request.url()));
    await page.getByLabel('Paste the message').fill('help@crypto-support.test');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Check' }).click();
    expect(new URL(page.url()).search).toBe('');
    arrive();
    await expect(page.locator('.verdict')).toContainText('This is not ours');
    expect(requestedUrls.filter((url) => url.includes('crypto-support'))).toEqual([]);
  },
};

test('the contact check', story(contactCheckSteps));
