import type { Page } from '@playwright/test';
import { appScreens, publicScreens } from '../../src/screens.ts';
import { clean, isClosed, isDesk } from './scene.ts';

/** What may be measured of any page, and who looks at which. */

const screens = Object.keys(appScreens);

/** Screens of strangers that are another one by what their address asks. */
const otherwise = ['/auth?tab=signup', '/verify-email?email=a%40example.com'];

/** Every screen, by somebody who may open it. */
export const whoLooks = {
  nobody: [...Object.keys(publicScreens), ...screens.filter((path) => !isClosed(path)), ...otherwise],
  tier1: screens.filter((path) => isClosed(path) && !isDesk(path)),
  admin: screens.filter((path) => isDesk(path) && !path.includes('report')),
  compliance: screens.filter((path) => path.includes('report')),
} as const satisfies Record<string, readonly string[]>;

/** Keeps what moved by itself, from the first paint on. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) Object.assign(window, { moved: Reflect.get(window, 'moved') + entry.value });
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** How much of what one sees moved by itself so far. */
export const movedOf = (page: Page): Promise<number> => page.evaluate(() => Number(Reflect.get(window, 'moved')));

/**
 * What one presses and is smaller than 44 px either way. A link within a sentence may be as high as its line; the bars
 * of a chart are read beside it too; of a row in a queue the whole row is pressed.
 */
export function tooSmall(): string[] {
  const seen = (element: Element) => {
    const { width, height, right, bottom } = element.getBoundingClientRect();
    return width > 1 && height > 1 && right > 0 && bottom > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  const inSentence = (element: HTMLElement) =>
    element.tagName === 'A' &&
    getComputedStyle(element).display === 'inline' &&
    element.parentElement?.textContent?.trim() !== element.textContent?.trim();
  const size = (element: HTMLElement) => {
    const label = element instanceof HTMLInputElement ? (element.labels?.[0] ?? null) : null;
    const boxes = [element, element.closest('.ctl'), label].flatMap((each) => (each ? [each] : []));
    const after = getComputedStyle(element, '::after');
    const hit = after.content !== 'none' && after.position === 'absolute' ? after : null;
    const longest = (side: 'width' | 'height') =>
      Math.max(...boxes.map((each) => each.getBoundingClientRect()[side]), hit ? Number.parseFloat(hit[side]) || 0 : 0);
    return [longest('width'), longest('height')] as const;
  };
  const pressed = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="tab"]';
  return [...document.querySelectorAll<HTMLElement>(pressed)]
    .filter((each) => seen(each) && !inSentence(each) && !each.closest('.q tr, .month-chart'))
    .flatMap((each) => {
      const [width, height] = size(each);
      const name = (each.getAttribute('aria-label') ?? each.innerText).slice(0, 40);
      return Math.min(width, height) < 43.5 ? [`${name} ${Math.round(width)} x ${Math.round(height)}`] : [];
    });
}

/** How many pixels a page is wider than a screen of this width. */
export async function wider(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 740 });
  return Math.max(0, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth));
}

/** Ours, each also where the device draws in colours of its own. */
export const themes = ['light', 'dark', 'light forced', 'dark forced'] as const;
type Theme = (typeof themes)[number];

/** Of a device that draws in colours of its own, axe reads ours all the same. */
const inOwnColours = { rules: { 'color-contrast': { enabled: false } } };

/** In which of these themes axe finds something, with what it is. */
export async function faultyIn(page: Page, tried: readonly Theme[]): Promise<string[]> {
  const found: string[] = [];
  for (const theme of tried) {
    const forced = theme.endsWith('forced');
    await page.emulateMedia({
      colorScheme: theme.startsWith('dark') ? 'dark' : 'light',
      forcedColors: forced ? 'active' : 'none',
    });
    await clean(page, forced ? inOwnColours : {}).catch((fault: Error) => found.push(`${theme}: ${fault.message}`));
  }
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
  return found;
}

/** Every link of our own on the page that is open, but those that stand in it for staff alone. */
export const linksOn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter((link) => !link.closest('.only-staff'))
      .map(({ href }) => href)
      .filter((href) => href.startsWith(`${location.origin}/`)),
  );

/** What of these links leads nowhere: no page, or no such place on it. */
export async function deadOf(page: Page, links: ReadonlySet<string>): Promise<string[]> {
  const dead: string[] = [];
  for (const link of links) {
    const { pathname, search, hash } = new URL(link);
    const answer = await page.request.get(pathname + search);
    const place = decodeURIComponent(hash.slice(1));
    if (!answer.ok() || (place && pathname in publicScreens && !(await answer.text()).includes(`id="${place}"`)))
      dead.push(link);
  }
  return dead;
}
