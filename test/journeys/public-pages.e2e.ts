import { type Browser, expect, type Page } from '@playwright/test';
import { legalDocuments } from '../../src/features/accounts/agreements/legal-documents.ts';
import { publicScreens } from '../../src/screens.ts';
import { type Steps, story, test } from './journey.ts';
import { collectLinks } from './page-checks.ts';
import { expectNoAxeFindings, fits, signInWithNewSession, toast } from './scene.ts';

const pages = Object.keys(publicScreens).filter((path) => path !== '/');

const lateSentences: Readonly<Record<string, string>> = {
  '/coins': 'All courses, 35% fee discount',
  '/curriculum': 'You pass with 70%',
  '/faq': 'example, up to US$20 on Bitcoin',
  '/about': '80% of profits are reinvested until at least 10 BTC',
  '/contact-check': 'A fee to release money or coins',
  '/privacy': '72 hours',
  '/terms': 'You buy at J$175.00 for US$1 and sell at J$150.00',
  '/risk-indemnity': 'Selling again costs the fee once more',
  '/status': 'Last 90 days',
  '/developers': 'An order is complete',
};

async function openWindowWith(browser: Browser, options: Parameters<Browser['newContext']>[0]): Promise<Page> {
  return (await browser.newContext(options)).newPage();
}

function countShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

function getShifts(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
}

const publicPagesSteps: Steps = {
  'every page is complete without script on the narrowest phone': async ({ browser }) => {
    const page = await openWindowWith(browser, { javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
    for (const path of pages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main')).toContainText(lateSentences[path] ?? '?');
      await expect(page.locator('.if-script').first()).toBeHidden();
      expect(await page.locator('main').innerText()).not.toContain('%%');
    }
    await page.goto('/faq');
    await page.getByText('How much can I trade?').click();
    await expect(page.getByText('Tier 1 approved: US$1,500 a month.')).toBeVisible();
    await page.goto('/no-such-page');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
    await expect(page.getByRole('link', { name: 'Return to Home' })).toBeVisible();
    await page.goto('/trading');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You must be logged in to access these features');
    await page.goto('/launch');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page needs JavaScript');
  },

  'contents, answers and the check are reachable by keyboard': async ({ page }) => {
    await page.goto('/terms');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.getByRole('link', { name: 'What cannot be undone' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/terms#irreversible');
    await expect(page.getByRole('heading', { name: 'What cannot be undone' })).toBeInViewport();

    await page.goto('/faq');
    await page.locator('summary').first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('A Jamaican platform to learn about crypto')).toBeVisible();
  },

  'an answer has its own address, and a link opens it': async ({ page }) => {
    await page.goto('/faq#how-long-sell');
    await expect(page.getByText('A payout takes 1-3 business days.')).toBeVisible();
    await expect(page.getByText('A payout takes 1-3 business days.')).toBeInViewport();
  },

  'the printed page has questions with answers and no navigation': async ({ page }) => {
    await page.goto('/faq');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('Typically 12-24 hours.')).toBeVisible();
    await expect(page.locator('header.top')).toBeHidden();
    await page.goto('/terms');
    await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden();
    await expect(page.getByText('Legal review pending')).toBeVisible();
  },

  'a contract address is copied, and a failure is reported': async ({ page, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL ?? '' });
    await page.goto('/coins#mahoni', { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Copy contract address of Mahoni' }).click();
    await expect(toast(page, 'Contract address copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'MahoniDemo111111111111111111111111111111111',
    );
    const explorer = page.getByRole('link', { name: /Block explorer for Mahoni/ });
    await expect(explorer).toHaveAttribute('href', /^https:\/\/explorer\.solana\.com\/address\/MahoniDemo1/);

    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('closed'));
    });
    await page.getByRole('button', { name: 'Copy contract address of Lignum' }).click();
    await expect(toast(page, 'Copy failed')).toBeVisible();
  },

  'a search shows only matching answers': async ({ page }) => {
    await page.goto('/faq', { waitUntil: 'networkidle' });
    const box = page.getByLabel('Search the answers');
    await box.fill('bep20');
    await expect(page.getByText('1 answer', { exact: true })).toBeVisible();
    await expect(page.getByText('on BEP20 about 3 minutes')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'KYC', exact: true })).toBeHidden();
    for (const [word, question] of [
      ['refund', 'Can I get my money back?'],
      ['scam', "I got a message that says it's from you. Is it real?"],
      ['tax', 'Do I pay tax on crypto?'],
      ['passport', 'Which documents do I need?'],
      ['minimum', 'What is the smallest order?'],
      ['withdraw', 'When do I get my money after selling?'],
    ] as const) {
      await box.fill(word);
      await expect(page.getByRole('heading', { name: question })).toBeVisible();
    }
    await box.fill('zebra');
    await expect(page.getByText('No answers found. Ask us below.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Email support' })).toHaveAttribute('href', /^mailto:support@/);
    await box.fill('');
    await expect(page.getByText('26 answers', { exact: true })).toBeVisible();
    await expectNoAxeFindings(page);
  },

  'a font that loads late shifts nothing on a narrow phone': async ({ browser }) => {
    const page = await openWindowWith(browser, { viewport: { width: 320, height: 640 } });
    await countShifts(page);
    await page.route(/\.woff2$/, async (route) => {
      await page.waitForTimeout(700);
      await route.continue();
    });
    for (const path of ['/', ...pages]) {
      const late = page.waitForResponse(/\.woff2$/);
      await page.goto(path);
      await (await late).finished();
      await page.evaluate(async () => {
        await document.fonts.ready;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      });
      expect([path, await getShifts(page)]).toEqual([path, 0]);
      await fits(page);
    }
  },
};

test('public pages', story(publicPagesSteps));

const siteSteps: Steps = {
  'navigation and footer lead to every page, and search engines find all': async ({ page }) => {
    await page.goto('/');
    const reached = new Set((await collectLinks(page)).map((link) => new URL(link).pathname));
    expect(pages.filter((path) => !reached.has(path))).toEqual([]);
    const map = await (await page.request.get('/sitemap.xml')).text();
    expect(pages.filter((path) => !map.includes(`${path}</loc>`))).toEqual([]);
  },

  'a new version of a text requires consent at the next sign-in': async ({ page }) => {
    const { name, version, changed, path } = legalDocuments.terms;
    const question = page.getByRole('dialog', { name: "We've updated our terms" });
    await signInWithNewSession(page, 'returning');
    await page.goto('/dashboard');
    await expect(question).toContainText(changed);
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
    await expectNoAxeFindings(page);
    await expect(question.getByRole('link', { name: `${name}, version ${version}` })).toHaveAttribute('href', path);
    await question.getByRole('button', { name: 'Sign out' }).click();
    await expect(toast(page, 'Signed out')).toBeVisible();

    await signInWithNewSession(page, 'returning');
    await page.goto('/profile');
    await question.getByRole('button', { name: 'I agree' }).click();
    await expect(question).toBeHidden();
    const due = page.waitForResponse('**/api/rpc/agreements/due');
    await page.goto('/dashboard');
    expect((await (await due).json()).json).toEqual([]);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(question).toBeHidden();
  },
};

test('the site', story(siteSteps));
