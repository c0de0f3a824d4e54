type StartIsland = (element: HTMLElement) => void;

/** Interactive parts of public pages, by `data-island`. A page loads only the islands that it contains. */
const islands: Readonly<Record<string, () => Promise<{ default: StartIsland }>>> = {
  'contact-check': () => import('./features/public-site/screens/contact-island.ts'),
  copy: () => import('./features/public-site/screens/copy-island.ts'),
  faq: () => import('./features/public-site/screens/faq-island.ts'),
  home: () => import('./features/public-site/screens/home-island.ts'),
  location: () => import('./features/location/screens/location-island.ts'),
};

/** Starts every island and marks it as started: CSS hides its buttons until then. A failed island stays plain HTML. */
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
