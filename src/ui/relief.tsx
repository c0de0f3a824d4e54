import type { ReactNode } from 'react';
import land from './relief/land.svg?url&no-inline';

/** The part of the sheet that each kind of place shows. */
const views = {
  hero: '0 0 1440 660',
  band: '0 210 1440 240',
  head: '480 120 960 214',
  empty: '840 90 480 240',
  scene: '700 70 620 360',
};

const Land = ({ view, className, children }: { view: keyof typeof views; className: string; children: ReactNode }) => (
  <svg
    className={className}
    viewBox={views[view]}
    preserveAspectRatio={view === 'scene' ? 'xMidYMid slice' : 'xMaxYMid slice'}
    aria-hidden="true"
  >
    {children}
  </svg>
);

/**
 * Thin contour lines: they mark a place (hero, page head, empty state, a page with little to say, the band of tokens),
 * never a form or a table.
 * The lines come from one file that every page shares. Children are drawn over them, in the same units.
 */
export const Relief = ({ view = 'head', children }: { view?: keyof typeof views; children?: ReactNode }) => (
  <Land view={view} className="relief">
    <use href={`${land}#land`} />
    {children}
  </Land>
);

/**
 * The same for public pages. Nobody reads the land: its file comes once the page has been painted, and only where it is
 * seen (`document-script.tsx`). Where no script runs it comes with the page.
 */
export const LaterRelief = ({ view = 'head' }: { view?: keyof typeof views }) => (
  <>
    <Land view={view} className="relief later">
      <use data-href={`${land}#land`} />
    </Land>
    <noscript>
      <Relief view={view} />
    </noscript>
  </>
);
