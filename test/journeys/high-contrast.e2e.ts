import { expect, type Locator } from '@playwright/test';
import { test } from './journey.ts';
import { fits, signIn } from './scene.ts';

test.use({ forcedColors: 'active' });

const styleOf = (place: Locator, property: string): Promise<string> =>
  place.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

test('selection and usage are distinguishable', async ({ page }) => {
  await signIn(page, 'tier1');
  await page.goto('/trading');
  const method = (name: string) => page.locator('.choose label').filter({ hasText: name });
  await expect(method('Bank Transfer')).toHaveCSS('outline-style', 'solid');
  await expect(method('Credit/Debit Card')).toHaveCSS('outline-style', 'none');
  // By then the screen has replaced the early form.
  await expect(page.locator('.skeleton')).toHaveCount(0);
  const bar = page.locator('.scale .bar').first();
  await expect(bar).toBeVisible();
  const [used, ground] = [
    await styleOf(bar.locator('.a').first(), 'background-color'),
    await styleOf(bar, 'background-color'),
  ];
  expect(used).not.toBe(ground);
  await fits(page);
});
