import { expect, type Page, type Worker } from '@playwright/test';
import { test } from './journey.ts';
import { customerIn, looksRight, region, toast } from './scene.ts';

/** A browser that tells its owner that there is something new: turned on, told, and turned off. */
test.use({ serviceWorkers: 'allow' });

/**
 * The maker's part of a browser: where it is to be told. A test browser has no maker, so this hands out a place as one
 * would, and remembers it as the browser does; all else is the browser's own.
 */
function standInForMaker(endpoint: string): void {
  const kept = 'made';
  const subscription = () => ({
    endpoint,
    unsubscribe: async () => {
      localStorage.removeItem(kept);
      return true;
    },
  });
  const maker = {
    getSubscription: async () => (localStorage.getItem(kept) ? subscription() : null),
    subscribe: async ({ userVisibleOnly, applicationServerKey }: PushSubscriptionOptionsInit) => {
      localStorage.setItem(kept, `${userVisibleOnly} ${applicationServerKey}`);
      return subscription();
    },
  };
  Object.assign(PushManager.prototype, maker);
}

const device = (page: Page) => region(page, 'On this device');

type Shown = readonly [title: string, options: NotificationOptions];
type Scope = { readonly shown: Shown[]; readonly registration: ServiceWorkerRegistration };

/** The worker of this page, which notes what it has the browser show. A test browser has no place to show it at. */
async function workerOf(page: Page): Promise<Worker> {
  const context = page.context();
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    const shown: Shown[] = [];
    const { registration } = self as unknown as Scope;
    registration.showNotification = async (title, options = {}) => void shown.push([title, options]);
    Object.assign(self, { shown });
  });
  return worker;
}
const shownBy = (worker: Worker) => worker.evaluate(() => (self as unknown as Scope).shown);

/** A push comes in from the maker, with whatever it says: by the protocol of the browser itself. */
async function pushComes(page: Page, data: string): Promise<void> {
  const line = await page.context().newCDPSession(page);
  const found = Promise.withResolvers<string>();
  line.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const ours = registrations.find(({ isDeleted }) => !isDeleted);
    if (ours) found.resolve(ours.registrationId);
  });
  await line.send('ServiceWorker.enable');
  const registrationId = await found.promise;
  await line.send('ServiceWorker.deliverPushMessage', { origin: new URL(page.url()).origin, registrationId, data });
}

test('a browser is turned on, says that there is something new and never what, and is turned off', async ({
  browser,
}) => {
  test.slow();
  const { page } = await customerIn(browser, 'Push');
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript(standInForMaker, `https://push.example/${crypto.randomUUID()}`);
  await page.goto('/notices/settings');
  await expect(device(page)).toContainText('It never says what.');
  await looksRight(page);
  const started = page.waitForResponse('**/api/rpc/notices/startPush');
  await device(page).getByRole('button', { name: 'Turn on here' }).click();
  await expect(toast(page, 'Saved')).toBeVisible();
  expect((await started).status()).toBe(200);
  await expect(device(page).getByRole('button', { name: 'Turn off here' })).toBeVisible();
  await expect(device(page).getByRole('checkbox', { name: 'Workshops, on devices' })).toBeChecked();
  await looksRight(page);
  await page.reload();
  await expect(device(page).getByRole('button', { name: 'Turn off here' })).toBeVisible();

  const worker = await workerOf(page);
  await pushComes(page, 'Your order was paid out');
  await expect.poll(() => shownBy(worker)).toEqual([['Cryptocommerce', { body: 'Something new', tag: 'notices' }]]);

  const ended = page.waitForResponse('**/api/rpc/notices/stopPush');
  await device(page).getByRole('button', { name: 'Turn off here' }).click();
  expect((await ended).status()).toBe(200);
  await expect(device(page).getByRole('button', { name: 'Turn on here' })).toBeVisible();
});

test('whoever says no to their browser reads why nothing came of it', async ({ browser }) => {
  const { page } = await customerIn(browser, 'Push');
  await page.addInitScript(() => {
    Notification.requestPermission = async () => 'denied';
  });
  await page.goto('/notices/settings');
  await device(page).getByRole('button', { name: 'Turn on here' }).click();
  await expect(toast(page, 'Not turned on')).toBeVisible();
  await expect(device(page).getByRole('button', { name: 'Turn on here' })).toBeVisible();
});
