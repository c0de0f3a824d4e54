import { writeFileSync } from 'node:fs';
import { type Browser, expect, type Page } from '@playwright/test';
import { largestPicture, type PictureName, pictures } from '../../tools/pictures/list.ts';
import { test } from '../journeys/journey.ts';
import { addressOf, ask, region, signIn, windowOf } from '../journeys/scene.ts';

/** What each role sees of the demo, as `npm run pictures` puts it into `docs/pictures`. */

test.use({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
test.describe.configure({ timeout: 120_000 });

/** Somebody of finance asks for another fee: it waits for whoever looks at the settings now. */
async function feeAskedFor(browser: Browser): Promise<void> {
  const finance = await windowOf(browser, 'finance');
  await ask(finance, 'settings/propose', { key: 'fee', value: { basisPoints: 750 } });
}

/** The order in the queue whose customer says that it is paid. */
const claimed = (page: Page) =>
  page.locator('tr', { hasText: 'Confirm money' }).locator('a[href^="/admin/orders/"]').first();

async function opened(page: Page, { path, link }: (typeof pictures)[PictureName]): Promise<void> {
  await page.goto(path === '/admin/orders/:orderId' ? '/admin' : await addressOf(page, path));
  const chosen = link ? page.getByRole('link', { name: link, exact: true }).first() : claimed(page);
  if (link || path === '/admin/orders/:orderId') await page.goto((await chosen.getAttribute('href')) ?? path);
  await expect(page.locator('h1').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** As good as it can be while it is small. */
async function drawn(page: Page): Promise<Buffer> {
  const line = await page.context().newCDPSession(page);
  for (const quality of [86, 78, 70, 60, 50]) {
    const { data } = await line.send('Page.captureScreenshot', { format: 'webp', quality });
    const picture = Buffer.from(data, 'base64');
    if (picture.length <= largestPicture) return picture;
  }
  throw new Error('the picture is too large at any quality');
}

for (const name of Object.keys(pictures) as PictureName[])
  test(`what ${name} sees`, async ({ page, browser }) => {
    const { who } = pictures[name];
    if (who) await signIn(page, who);
    if (name === 'admin') await feeAskedFor(browser);
    await opened(page, pictures[name]);
    if (name === 'admin') await region(page, 'Fee').evaluate((fee) => fee.scrollIntoView({ block: 'center' }));
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    writeFileSync(`docs/pictures/${name}.webp`, await drawn(page));
  });
