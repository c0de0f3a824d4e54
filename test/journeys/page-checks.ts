import type { Page } from '@playwright/test';
import { appScreens, publicScreens } from '../../src/screens.ts';
import { expectNoAxeFindings, isAdmin, needsSignIn } from './scene.ts';

const screens = Object.keys(appScreens);

const queryScreens = ['/auth?tab=signup', '/verify-email?email=a%40example.com'];

export const screensByUser = {
  visitor: [...Object.keys(publicScreens), ...screens.filter((path) => !needsSignIn(path)), ...queryScreens],
  tier1: screens.filter((path) => needsSignIn(path) && !isAdmin(path)),
  admin: screens.filter((path) => isAdmin(path) && !path.includes('report')),
  compliance: screens.filter((path) => path.includes('report')),
} as const satisfies Record<string, readonly string[]>;

export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) Object.assign(window, { moved: Reflect.get(window, 'moved') + entry.value });
    }).observe({ type: 'layout-shift', buffered: true });
  });

export const getLayoutShift = (page: Page): Promise<number> =>
  page.evaluate(() => Number(Reflect.get(window, 'moved')));

/** Controls under 44 px, except links in a sentence, chart bars with a table, and rows that act as one control. */
export function findSmallTargets(): string[] {
  const isVisible = (element: Element) => {
    const { width, height, right, bottom } = element.getBoundingClientRect();
    return width > 1 && height > 1 && right > 0 && bottom > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  const isInSentence = (element: HTMLElement) =>
    element.tagName === 'A' &&
    getComputedStyle(element).display === 'inline' &&
    element.parentElement?.textContent?.trim() !== element.textContent?.trim();
  const size = (element: HTMLElement) => {
    const label = element instanceof HTMLInputElement ? (element.labels?.[0] ?? null) : null;
    const boxes = [element, element.closest('.ctl'), label].flatMap((each) => (each ? [each] : []));
    const after = getComputedStyle(element, '::after');
    const hit = after.content !== 'none' && after.position === 'absolute' ? after : null;
    const getLongest = (side: 'width' | 'height') =>
      Math.max(...boxes.map((each) => each.getBoundingClientRect()[side]), hit ? Number.parseFloat(hit[side]) || 0 : 0);
    return [getLongest('width'), getLongest('height')] as const;
  };
  const pressed = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="tab"]';
  return [...document.querySelectorAll<HTMLElement>(pressed)]
    .filter((each) => isVisible(each) && !isInSentence(each) && !each.closest('.q tr'))
    .flatMap((each) => {
      const [width, height] = size(each);
      const name = (each.getAttribute('aria-label') ?? each.innerText).slice(0, 40);
      return Math.min(width, height) < 43.5 ? [`${name} ${Math.round(width)} x ${Math.round(height)}`] : [];
    });
}

export async function getOverflow(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 740 });
  // Phones zoom out until the page fits, so innerWidth would hide an overflow.
  return Math.max(0, (await page.evaluate(() => document.documentElement.scrollWidth)) - width);
}

/** Puts a word of 50 letters into every text that users may have typed. Our own texts are exempt. */
export function lengthenWords(): void {
  const ownTexts = [
    'script, style, svg, option, button, .btn, label, legend, th, header.top, footer, nav a, [role=tab]',
    '.money, .badge, .sr, .nw, .mark, .month .link, .location-cards .link, time, [href^="tel:"], .tbl.prices',
    '.score td, .cmp td > .ok.b, .cmp td > .bad-ink.b, .scale .marks, .count, .picks .end, .post',
  ].join();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const place = text.parentElement;
    if (!text.nodeValue?.trim() || !place || place.closest(ownTexts)) continue;
    text.nodeValue = text.nodeValue.replace(/\S+/, 'Wwwwwmmmmm'.repeat(5));
  }
}

export const themes = ['light', 'dark', 'light forced', 'dark forced'] as const;
type Theme = (typeof themes)[number];

/** Disables the contrast rule in forced colours, because axe reads the original colours. */
const forcedColours = { rules: { 'color-contrast': { enabled: false } } };

export async function findAxeFindings(page: Page, tried: readonly Theme[]): Promise<string[]> {
  const found: string[] = [];
  for (const theme of tried) {
    const forced = theme.endsWith('forced');
    await page.emulateMedia({
      colorScheme: theme.startsWith('dark') ? 'dark' : 'light',
      forcedColors: forced ? 'active' : 'none',
    });
    await expectNoAxeFindings(page, forced ? forcedColours : {}).catch((fault: Error) =>
      found.push(`${theme}: ${fault.message}`),
    );
  }
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
  return found;
}

export const collectLinks = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter((link) => !link.closest('.only-staff'))
      .map(({ href }) => href)
      .filter((href) => href.startsWith(`${location.origin}/`)),
  );

export async function findDeadLinks(page: Page, links: ReadonlySet<string>): Promise<string[]> {
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
