type StartIsland = (element: HTMLElement) => void;

/** Interactive parts of public pages, by the `data-island` of their element. Each loads on the pages that carry it. */
const islands: Readonly<Record<string, () => Promise<{ default: StartIsland }>>> = {
  'contact-check': () => import('./features/public-pages/screens/contact-island.ts'),
  copy: () => import('./features/public-pages/screens/copy-island.ts'),
  faq: () => import('./features/public-pages/screens/faq-island.ts'),
  home: () => import('./features/public-pages/screens/home-island.ts'),
  location: () => import('./features/location/screens/location-island.ts'),
};

/**
 * Starts every island of this document and marks it as started: CSS hides its buttons until then, so no click is lost.
 * A part that cannot be loaded stays as plain HTML.
 */
export function startIslands(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
    islands[element.dataset['island'] ?? '']?.().then(
      ({ default: start }) => {
        start(element);
        element.dataset['started'] = '';
      },
      () => {},
    );
  }
}
