import type { ReactNode } from 'react';
import land from './landscape/land.svg?url&no-inline';

const views = {
  hero: '0 0 1440 660',
  band: '0 210 1440 240',
  head: '480 120 960 214',
  empty: '840 90 480 240',
  scene: '700 70 620 360',
};

const LandscapeSvg = ({
  view,
  className,
  children,
}: {
  view: keyof typeof views;
  className: string;
  children: ReactNode;
}) => (
  <svg
    className={className}
    viewBox={views[view]}
    preserveAspectRatio={view === 'scene' ? 'xMidYMid slice' : 'xMaxYMid slice'}
    aria-hidden="true"
  >
    {children}
  </svg>
);

/** Decorative contour lines. Children use the coordinates of `land.svg`. */
export const Landscape = ({ view = 'head', children }: { view?: keyof typeof views; children?: ReactNode }) => (
  <LandscapeSvg view={view} className="relief">
    <use href={`${land}#land`} />
    {children}
  </LandscapeSvg>
);

/** Decorative picture of public pages. `scripts/load-after-paint.ts` loads its SVG file once it is visible. */
export const LazyLandscape = ({ view = 'head' }: { view?: keyof typeof views }) => (
  <>
    <LandscapeSvg view={view} className="relief later">
      <use data-href={`${land}#land`} />
    </LandscapeSvg>
    <noscript>
      <Landscape view={view} />
    </noscript>
  </>
);
