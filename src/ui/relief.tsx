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

/**
 * Thin contour lines: they mark a place (hero, page head, empty state, a page with little to say, the band of tokens),
 * never a form or a table.
 * The lines come from one file that every page shares. Children are drawn over them, in the same units.
 */
export function Relief({ view = 'head', children }: { view?: keyof typeof views; children?: ReactNode }) {
  return (
    <svg
      className="relief"
      viewBox={views[view]}
      preserveAspectRatio={view === 'scene' ? 'xMidYMid slice' : 'xMaxYMid slice'}
      aria-hidden="true"
    >
      <use href={`${land}#land`} />
      {children}
    </svg>
  );
}
