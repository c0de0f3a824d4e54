import { readFileSync } from 'node:fs';
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test';

const hand = process.env['FAKETIME_TIMESTAMP_FILE'];

/** Offset of the fake clock in ms; 0 except under `npm run test:clock`. */
const ahead = hand ? Number(readFileSync(hand, 'utf8')) * 1000 : 0;

export function movePageClock(ms: number): void {
  const now = () => RealDate.now() + ms;
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (_, args, newTarget) => Reflect.construct(RealDate, args.length > 0 ? args : [now()], newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (_, name) => (name === 'now' ? now : Reflect.get(RealDate, name)),
  });
}

const opened: BrowserContext[] = [];
const complaints: string[] = [];

/** Text and console messages of every open window, for the report of a failure. */
async function readWindows(): Promise<string> {
  const texts = opened
    .flatMap((context) => context.pages())
    .map(async (page) => {
      const main = page.locator('main').first();
      const text = await main.innerText({ timeout: 2_000 }).catch(() => 'nothing to read');
      return `${page.url()}\n${text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, 600)}`;
    });
  return [...complaints.slice(-8), ...(await Promise.all(texts))].join('\n');
}

/** Adds the fake clock to each page, because Chromium hangs under libfaketime, and reports the windows on a failure. */
export const test = base.extend<{ windows: undefined }, object>({
  windows: [
    // Depends on `page`, so that its teardown runs before the page is closed.
    async ({ page: _ }, use, info) => {
      await use(undefined);
      if (info.status !== info.expectedStatus)
        await info.attach('windows', { body: await readWindows(), contentType: 'text/plain' });
      // Closes the windows, because they would react to changes of later journeys.
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

type StoryWindow = {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly browser: Browser;
  readonly baseURL: string | undefined;
};

/** Leaves the screen like a new window: signed out, online, without drafts, routes, permissions or another size. */
async function leave(page: Page, size: { width: number; height: number } | null): Promise<void> {
  const context = page.context();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  // Screens keep drafts when they are left, so the storage is cleared from a page without screens.
  // A navigation that the screen has begun may abort this one.
  await expect(async () => void (await page.goto('/robots.txt'))).toPass();
  await page.evaluate(() => [localStorage, sessionStorage].map((storage) => storage.clear()));
  await context.clearCookies();
  await page.emulateMedia({ media: null, colorScheme: null });
  if (size) await page.setViewportSize(size);
}

export type Steps = Readonly<Record<string, (window: StoryWindow) => Promise<void>>>;

/** Steps share a window, which compiles scripts once. Each step starts signed out; a failed one ends the journey. */
export const story =
  (steps: Steps) =>
  async ({ page, context, browser, baseURL }: StoryWindow): Promise<void> => {
    const size = page.viewportSize();
    const timeoutPerStepMs = test.info().timeout;
    test.setTimeout(timeoutPerStepMs * Object.keys(steps).length);
    for (const [at, [name, step]] of Object.entries(steps).entries()) {
      if (at > 0) await leave(page, size);
      await test.step(name, () => step({ page, context, browser, baseURL }));
    }
  };
