import { setViewer, type Viewer } from '../../../ui/viewer-marks.ts';

/** Asks the server for the page that is open once more, or what it says to `search`. Rejects where it cannot be had. */
export async function readPage(search = ''): Promise<Document> {
  const response = await fetch(location.pathname + search, { headers: { accept: 'text/html' } });
  if (!response.ok) throw new Error(`the page was refused with ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/**
 * Puts the living parts of a page that was read again in place of those that stand: the server has formatted them, as
 * it did the first time. A part that says the same stays, and so does the one in which somebody is at work.
 */
export function takeOver(fresh: Document): void {
  for (const shown of document.querySelectorAll<HTMLElement>('[data-living]')) {
    const next = fresh.querySelector(`[data-living="${shown.dataset['living']}"]`);
    if (next && !next.isEqualNode(shown) && !shown.contains(document.activeElement)) shown.replaceWith(next);
  }
  setViewer(fresh.documentElement.dataset as Viewer);
}

/**
 * Calls back when the page is looked at again, its tab visible, and every so many milliseconds while it is [000 §4
 * Prices panel].
 */
export function whileLookedAt(every: number, act: () => void): void {
  const whenVisible = () => document.visibilityState === 'visible' && act();
  setInterval(whenVisible, every);
  document.addEventListener('visibilitychange', whenVisible);
  addEventListener('pageshow', ({ persisted }) => persisted && whenVisible());
}
