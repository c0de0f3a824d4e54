import { setViewer, type Viewer } from '../../../ui/viewer-state.ts';

export async function fetchPage(search = ''): Promise<Document> {
  const response = await fetch(location.pathname + search, { headers: { accept: 'text/html' } });
  if (!response.ok) throw new Error(`the page was refused with ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** Replaces changed `data-living` elements by those of the fresh page, except an element with focus. */
export function replaceContent(fresh: Document): void {
  for (const shown of document.querySelectorAll<HTMLElement>('[data-living]')) {
    const next = fresh.querySelector(`[data-living="${shown.dataset['living']}"]`);
    if (next && !next.isEqualNode(shown) && !shown.contains(document.activeElement)) shown.replaceWith(next);
  }
  setViewer(fresh.documentElement.dataset as Viewer);
}

/** Calls `refresh` when the page becomes visible, and at each interval while visible [000 §4 Prices panel]. */
export function refreshWhileVisible(intervalMs: number, refresh: () => void): void {
  const whenVisible = () => document.visibilityState === 'visible' && refresh();
  setInterval(whenVisible, intervalMs);
  document.addEventListener('visibilitychange', whenVisible);
  addEventListener('pageshow', ({ persisted }) => persisted && whenVisible());
}
