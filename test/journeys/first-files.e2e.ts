import { expect } from '@playwright/test';
import { test } from './journey.ts';

test('secondary files load after the first paint, and the map only when it is visible', async ({ page }) => {
  await page.goto('/');
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /land-/.test(name)));
  const early = await page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    // A page that paints late, as on a busy machine, loads them 2 s after its load event.
    const earliest = Math.min(painted, (visit?.loadEventStart ?? 0) + 2_000);
    const requested = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return requested.filter(({ startTime }) => startTime < earliest).map(({ name }) => name.replace(/.*\//, ''));
  });
  // Browsers load the favicon at any time.
  expect(early.filter((name) => /\.(css|svg|js)$/.test(name) && name !== 'favicon.svg')).toEqual([]);
  const land = page.locator('.hero .relief.later use');
  await expect(land).toHaveAttribute('href', /land-.*#land$/);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/about');
  const headerTotal = page.locator('.head .relief.later use');
  await page.waitForFunction(() => document.querySelector('link[rel="stylesheet"]') !== null);
  await expect(headerTotal).not.toHaveAttribute('href');
  await page.setViewportSize({ width: 1280, height: 740 });
  await expect(headerTotal).toHaveAttribute('href', /land-.*#land$/);
});
