import { expect, type Page } from '@playwright/test';
import { phone, proceed, step, takeSelfie } from './identity-scene.ts';
import { type Steps, story, test } from './journey.ts';
import { ask, expectNoAxeFindings, newCustomer, signIn, toast } from './scene.ts';

test.use(phone);

const watchStreams = () => {
  const given: MediaStream[] = [];
  const wishes: unknown[] = [];
  Object.assign(window, { given, wishes });
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wish) => {
    wishes.push(wish?.video);
    const stream = await ask(wish);
    given.push(stream);
    return stream;
  };
};
const running = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as { given: MediaStream[] }).given
        .flatMap((stream) => stream.getTracks())
        .filter(({ readyState }) => readyState === 'live').length,
  );

async function openSelfie(page: Page): Promise<void> {
  await signIn(page, 'visitor');
  // Steps share this customer, so each starts with an empty draft.
  await ask(page, 'identity/saveDraft', { tier: 1, id: crypto.randomUUID(), values: '{}' });
  await page.goto('/verify-identity?tier=1&item=selfie');
  await expect(step(page, 'Live Selfie with ID')).toBeFocused();
}

const cameraSteps: Steps = {
  'the camera is released after the photo, on Cancel, on close and on leaving the page': async ({ page }) => {
    await page.addInitScript(watchStreams);
    await openSelfie(page);
    const open = page.getByRole('button', { name: 'Open Camera' });
    const capture = page.getByRole('button', { name: 'Capture' });

    await open.click();
    await expect(capture).toBeEnabled();
    await expect(capture).toBeFocused();
    expect(await running(page)).toBe(1);
    // The requested resolution must be enough to read an ID held next to the face.
    const wished = await page.evaluate(() => (window as unknown as { wishes: unknown[] }).wishes[0]);
    expect(wished).toMatchObject({ facingMode: 'user', height: { ideal: 1080 } });
    await page.getByRole('group', { name: 'Live Selfie with ID' }).getByRole('button', { name: 'Cancel' }).click();
    await expect(open).toBeFocused();
    await expect.poll(() => running(page)).toBe(0);

    await page.keyboard.press('Enter');
    await expect(capture).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByAltText('Your selfie with ID')).toBeVisible();
    await expect.poll(() => running(page)).toBe(0);
    await page.getByRole('button', { name: 'Retake' }).click();
    await expect(open).toBeFocused();

    await open.click();
    await capture.click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(open).toBeVisible();

    await open.click();
    await expect(capture).toBeEnabled();
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect(page.getByText('We switched the camera off because you left the page.')).toBeVisible();
    await expect.poll(() => running(page)).toBe(0);

    await open.click();
    await expect(capture).toBeEnabled();
    await page.getByRole('button', { name: 'Save and close' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect.poll(() => running(page)).toBe(0);
  },

  'Capture waits for the camera, and a failed picture is reported': async ({ page }) => {
    await page.addInitScript(() => {
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (wish) => {
        await new Promise((resolve) => Object.assign(window, { allow: resolve }));
        return ask(wish);
      };
      HTMLCanvasElement.prototype.toBlob = (done) => done(null);
    });
    await openSelfie(page);
    await page.getByRole('button', { name: 'Open Camera' }).click();
    const capture = page.getByRole('button', { name: 'Capture' });
    await expect(capture).toBeDisabled();
    await expect(capture).toHaveAccessibleDescription('Waiting for camera... please allow permissions.');
    await page.evaluate(() => (window as unknown as { allow: () => void }).allow());
    await capture.click();
    await expect(toast(page, 'Camera not ready')).toBeVisible();
    await expect(capture).toBeEnabled();
  },

  'a camera that fails is named with its reason, and can be opened again': async ({ page }) => {
    await openSelfie(page);
    for (const [error, title] of [
      ['NotAllowedError', 'Camera permission denied'],
      ['NotFoundError', 'No camera found'],
      ['OverconstrainedError', 'Requested camera unavailable'],
      ['TypeError', 'Camera not supported'],
    ] as const) {
      await page.evaluate((name) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(Object.assign(new Error('no'), { name }));
      }, error);
      await page.getByRole('button', { name: 'Open Camera' }).click();
      await expect(toast(page, title), error).toBeVisible();
      await expect(page.getByRole('group', { name: 'Live Selfie with ID' }), error).toContainText(title);
    }
    await expect(page.getByRole('button', { name: 'Open Camera' })).toBeVisible();
  },
};

test('the camera', story(cameraSteps));

test('a photo taken on the phone appears on the computer, which waits with a QR code', async ({ page, browser }) => {
  await newCustomer(page);
  const computer = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await computer.context().addCookies(await page.context().cookies());
  await computer.goto('/verify-identity?tier=1&item=selfie');
  await computer.getByRole('button', { name: 'Continue on your phone' }).click();
  await expect(computer.getByRole('img', { name: 'QR code of the link for your phone' })).toBeVisible();
  await expectNoAxeFindings(computer);

  await page.goto('/verify-identity?tier=1&item=selfie');
  await expect(page.getByRole('button', { name: 'Continue on your phone' })).toBeHidden();
  await takeSelfie(page);
  await expect(computer.getByText('Uploaded', { exact: true })).toBeVisible();
  await expect(computer.getByRole('img', { name: 'QR code of the link for your phone' })).toHaveCount(0);
  // The other items are still open, so the last step leads to them.
  await proceed(computer);
  await expect(step(computer, 'Personal details')).toBeVisible();
});
