import { expect } from '@playwright/test';
import { startFaultCollector } from '../../fakes/faults/collector.ts';
import { type Steps, story, test } from './journey.ts';
import { signIn } from './scene.ts';

const leaks = /canary|555|demo\.test|session=/i;

const steps: Steps = {
  'a page that fails shows a reference, under which the collector has the fault without personal data': async ({
    page,
    baseURL,
  }) => {
    const collector = await startFaultCollector(Number(new URL(baseURL ?? '').port) + 8);
    await signIn(page, 'tier2');
    await page.route('**/api/rpc/trading/list', (route) => route.fulfill({ json: { json: { orders: 'canary' } } }));
    await page.goto('/transactions?email=tamara@canary.example');
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    const reference = await page.getByRole('alert').locator('.code').innerText();
    await expect.poll(() => collector.received.length).toBeGreaterThan(0);
    const { text, event } = collector.received[0] ?? { text: '' };
    expect(event).toMatchObject({
      transaction: 'page /transactions',
      platform: 'javascript',
      tags: { reference, side: 'browser' },
    });
    const frames = event?.exception?.values?.[0]?.stacktrace?.frames ?? [];
    expect(frames.every(({ filename }) => filename?.startsWith('assets/'))).toBe(true);
    expect(frames.length).toBeGreaterThan(0);

    await page.goto('/');
    await page.locator('.home[data-started]').waitFor();
    await page.evaluate(() => {
      const error = new TypeError('No wallet of Tamara Canary, tamara@canary.example, 876-555-0123');
      error.stack += `\n    at loadWallet (${location.origin}/assets/wallet.js:1:2)`;
      reportError(error);
    });
    await expect.poll(() => collector.received.length).toBeGreaterThan(1);
    expect(collector.received.at(-1)?.event).toMatchObject({ transaction: 'page /' });
    expect([text, ...collector.received.map((one) => one.text)].join()).not.toMatch(leaks);
    await collector.stop();
  },
};

test('faults of pages', story(steps));
