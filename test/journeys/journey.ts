import { readFileSync } from 'node:fs';
import { type Browser, test as base } from '@playwright/test';

const hand = process.env['FAKETIME_TIMESTAMP_FILE'];

/** How far the clock of server and tests is ahead of the true one, in ms: 0 but for `npm run test:clock`. */
const ahead = hand ? Number(readFileSync(hand, 'utf8')) * 1000 : 0;

/** Moves the clock of a page by so many ms. Runs in it before anything of the page does. */
export function movePageClock(ms: number): void {
  const now = () => RealDate.now() + ms;
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (_, given, made) => Reflect.construct(RealDate, given.length > 0 ? given : [now()], made),
    apply: () => new RealDate(now()).toString(),
    get: (_, name) => (name === 'now' ? now : Reflect.get(RealDate, name)),
  });
}

/** What stood in each window: a journey has several, and the report keeps but one. */
async function windowsOf(browser: Browser): Promise<string> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const told = pages.map(async (page) => {
    const main = page.locator('main').first();
    const text = await main.innerText({ timeout: 2_000 }).catch(() => 'nothing to read');
    return `${page.url()}\n${text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, 600)}`;
  });
  return (await Promise.all(told)).join('\n');
}

/**
 * A journey. Chromium stands still under libfaketime and lives by the true clock, so each of its pages is told how
 * far server and tests are ahead.
 */
export const test = base.extend<{ failing: undefined }, object>({
  failing: [
    // The page as well, so that it is closed after this.
    async ({ browser, page: _ }, use, info) => {
      await use(undefined);
      if (info.status === info.expectedStatus) return;
      await info.attach('windows', { body: await windowsOf(browser), contentType: 'text/plain' });
    },
    { auto: true },
  ],
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await open(options);
        if (ahead !== 0) await context.addInitScript(movePageClock, ahead);
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
});
