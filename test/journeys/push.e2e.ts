import { expect, type Page, type Worker } from '@playwright/test';
import { type Steps, story, test } from './journey.ts';
import { expectGoodLayout, openCustomerWindow, region, toast } from './scene.ts';

test.use({ serviceWorkers: 'allow' });

/** Replaces the push service of the browser vendor, which test browsers lack. Subscribing returns this endpoint. */
function fakePushService(endpoint: string): void {
  const storageKey = 'made';
  const subscription = () => ({
    endpoint,
    unsubscribe: async () => {
      localStorage.removeItem(storageKey);
      return true;
    },
  });
  const maker = {
    getSubscription: async () => (localStorage.getItem(storageKey) ? subscription() : null),
    subscribe: async ({ userVisibleOnly, applicationServerKey }: PushSubscriptionOptionsInit) => {
      localStorage.setItem(storageKey, `${userVisibleOnly} ${applicationServerKey}`);
      return subscription();
    },
  };
  Object.assign(PushManager.prototype, maker);
}

const device = (page: Page) => region(page, 'On this device');

type Shown = readonly [title: string, options: NotificationOptions];
type Scope = { readonly shown: Shown[]; readonly registration: ServiceWorkerRegistration };

async function getWorker(page: Page): Promise<Worker> {
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
const listNotifications = (worker: Worker) => worker.evaluate(() => (self as unknown as Scope).shown);

async function deliverPush(page: Page, data: string): Promise<void> {
  const line = await page.context().newCDPSession(page);
  const found = Promise.withResolvers<string>();
  line.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const active = registrations.find(({ isDeleted }) => !isDeleted);
    if (active) found.resolve(active.registrationId);
  });
  await line.send('ServiceWorker.enable');
  const registrationId = await found.promise;
  await line.send('ServiceWorker.deliverPushMessage', { origin: new URL(page.url()).origin, registrationId, data });
}

const pushSteps: Steps = {
  'push is turned on, notifies without content, and is turned off': async ({ browser }) => {
    test.slow();
    const { page } = await openCustomerWindow(browser, 'Push');
    await page.context().grantPermissions(['notifications']);
    await page.addInitScript(fakePushService, `https://push.example/${crypto.randomUUID()}`);
    await page.goto('/notices/settings');
    await expect(device(page)).toContainText('Notifications never show details.');
    await expectGoodLayout(page);
    const started = page.waitForResponse('**/api/rpc/notices/startPush');
    await device(page).getByRole('button', { name: 'Turn on here' }).click();
    await expect(toast(page, 'Saved')).toBeVisible();
    expect((await started).status()).toBe(200);
    await expect(device(page).getByRole('button', { name: 'Turn off here' })).toBeVisible();
    await expect(device(page).getByRole('checkbox', { name: 'Notify my devices: Workshops' })).toBeChecked();
    await expectGoodLayout(page);
    await page.reload();
    await expect(device(page).getByRole('button', { name: 'Turn off here' })).toBeVisible();

    const worker = await getWorker(page);
    await deliverPush(page, 'Your order was paid out');
    await expect
      .poll(() => listNotifications(worker))
      .toEqual([['Cryptocommerce', { body: 'You have a new notification', tag: 'notices' }]]);

    const ended = page.waitForResponse('**/api/rpc/notices/stopPush');
    await device(page).getByRole('button', { name: 'Turn off here' }).click();
    expect((await ended).status()).toBe(200);
    await expect(device(page).getByRole('button', { name: 'Turn on here' })).toBeVisible();
  },

  'a denied permission explains why push is off': async ({ browser }) => {
    const { page } = await openCustomerWindow(browser, 'Push');
    await page.addInitScript(() => {
      Notification.requestPermission = async () => 'denied';
    });
    await page.goto('/notices/settings');
    await device(page).getByRole('button', { name: 'Turn on here' }).click();
    await expect(toast(page, 'Not turned on')).toBeVisible();
    await expect(device(page).getByRole('button', { name: 'Turn on here' })).toBeVisible();
  },
};

test('push', story(pushSteps));
