import { expect, type Page } from '@playwright/test';
import { emailPages } from '../emails.ts';
import { test } from './journey.ts';
import { getOverflow } from './page-checks.ts';
import { expectNoAxeFindings } from './scene.ts';

const folder = process.env['SHOTS'];
const grounds = { light: 'rgb(245, 240, 228)', dark: 'rgb(12, 19, 15)' } as const;

/** A mail has no landmarks, because mail programs show it inside their own page. */
const mailRules = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] };

async function checkEmail(page: Page, kind: string, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(ground, `${kind} ${theme}`).toBe(grounds[theme]);
  await expectNoAxeFindings(page, mailRules);
  for (const width of [360, 600]) {
    expect(await getOverflow(page, width), `${kind} at ${width}`).toBe(0);
    if (folder) await page.screenshot({ path: `${folder}/${kind}-${theme}-${width}.png`, fullPage: true });
  }
}

test('a mail of each kind fits a phone, passes axe, and has a light and a dark theme', async ({ page }) => {
  for (const { kind, html } of emailPages) {
    await page.setContent(html);
    await checkEmail(page, kind, 'light');
    await checkEmail(page, kind, 'dark');
  }
});

test('a mail is readable in a program without media queries and styles of the head', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const { html } of emailPages) {
    await page.setContent(html.replaceAll(/<style[^>]*>[^<]*<\/style>|<meta name="[^"]*color[^>]*>/g, ''));
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(grounds.light);
    await expectNoAxeFindings(page, { runOnly: ['color-contrast'] });
    expect(await getOverflow(page, 360)).toBe(0);
  }
});
