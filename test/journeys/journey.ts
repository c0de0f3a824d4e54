import { readFileSync } from 'node:fs';
import { type BrowserContext, test as base } from '@playwright/test';

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

/** The windows that were opened since the last journey ended, and what went wrong in them by their own word. */
const opened: BrowserContext[] = [];
const complaints: string[] = [];

/** What stood in each of them: a journey has several, and the report keeps but one. */
async function windowsNow(): Promise<string> {
  const told = opened
    .flatMap((context) => context.pages())
    .map(async (page) => {
      const main = page.locator('main').first();
      const text = await main.innerText({ timeout: 2_000 }).catch(() => 'nothing to read');
      return `${page.url()}\n${text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, 600)}`;
    });
  return [...complaints.slice(-8), ...(await Promise.all(told))].join('\n');
}

/**
 * A journey. Chromium stands still under libfaketime and lives by the true clock, so each of its pages is told how
 * far server and tests are ahead.
 */
export const test = base.extend<{ windows: undefined }, object>({
  windows: [
    // The page as well, so that it is closed after this.
    async ({ page: _ }, use, info) => {
      await use(undefined);
      if (info.status !== info.expectedStatus)
        await info.attach('windows', { body: await windowsNow(), contentType: 'text/plain' });
      // One that stays open goes on asking for whatever the next journeys change.
      complaints.length = 0;
      await Promise.all(opened.splice(0).map((context) => context.close()));
    },
    { auto: true },
  ],
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await open(options);
        opened.push(context);
        context.on('weberror', (error) => complaints.push(`! ${error.error().stack}`.slice(0, 400)));
        context.on('console', (message) => {
          if (message.type() === 'error') complaints.push(`! ${message.text()}`.slice(0, 400));
        });
        if (ahead !== 0) await context.addInitScript(movePageClock, ahead);
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
});
