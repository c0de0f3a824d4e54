import { writeFileSync } from 'node:fs';
import { type Browser, expect, type Page } from '@playwright/test';
import { largestPicture, type PictureName, pictures } from '../../tools/pictures/list.ts';
import { test } from '../journeys/journey.ts';
import { ask, findAddress, openWindowFor, region, signIn } from '../journeys/scene.ts';

test.use({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
test.describe.configure({ timeout: 120_000 });

async function proposeFee(browser: Browser): Promise<void> {
  const finance = await openWindowFor(browser, 'finance');
  await ask(finance, 'settings/propose', { key: 'fee', value: { basisPoints: 750 } });
}

const findClaimedOrder = (page: Page) =>
  page.locator('tr', { hasText: 'Confirm money' }).locator('a[href^="/admin/orders/"]').first();

async function openPage(page: Page, { path, link }: (typeof pictures)[PictureName]): Promise<void> {
  await page.goto(path === '/admin/orders/:orderId' ? '/admin' : await findAddress(page, path));
  const chosen = link ? page.getByRole('link', { name: link, exact: true }).first() : findClaimedOrder(page);
  if (link || path === '/admin/orders/:orderId') await page.goto((await chosen.getAttribute('href')) ?? path);
  await expect(page.locator('h1').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

async function takePicture(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  for (const quality of [86, 78, 70, 60, 50]) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
    const picture = Buffer.from(data, 'base64');
    if (picture.length <= largestPicture) return picture;
  }
  throw new Error('the picture is too large at any quality');
}

for (const name of Object.keys(pictures) as PictureName[])
  test(`screens of ${name}`, async ({ page, browser }) => {
    const { who: user } = pictures[name];
    if (user) await signIn(page, user);
    if (name === 'admin') await proposeFee(browser);
    await openPage(page, pictures[name]);
    if (name === 'admin') await region(page, 'Fee').evaluate((fee) => fee.scrollIntoView({ block: 'center' }));
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    writeFileSync(`docs/pictures/${name}.webp`, await takePicture(page));
  });
