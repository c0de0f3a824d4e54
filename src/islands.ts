/** What makes one part of a document live: it is given the element that stands in the page. */
type Start = (element: HTMLElement) => void;

/**
 * The living parts of public pages, by the name in their element's `data-island`. Everything else in a document is
 * only read. Each is fetched on its own, by the pages that carry it, after the page has been shown.
 */
const islands: Readonly<Record<string, () => Promise<{ default: Start }>>> = {
  'contact-check': () => import('./features/public-pages/screens/contact-island.ts'),
  copy: () => import('./features/public-pages/screens/copy-island.ts'),
  faq: () => import('./features/public-pages/screens/faq-island.ts'),
  home: () => import('./features/public-pages/screens/home-island.ts'),
  location: () => import('./features/location/screens/location-island.ts'),
};

/** Wakes every living part of this document. One that cannot be fetched stays as it was written. */
export function wakeIslands(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
    islands[element.dataset['island'] ?? '']?.().then(
      ({ default: start }) => start(element),
      () => {},
    );
  }
}
