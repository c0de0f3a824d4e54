import type { ReactNode } from 'react';
import { LazyLandscape } from '../../../../ui/landscape.tsx';
import { Words } from './words.tsx';

export const PageHead = ({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) => (
  <div className="head">
    <LazyLandscape />
    <h1>{title}</h1>
    <p className="t-md">
      <Words text={lead} />
    </p>
    {children}
  </div>
);

export type Section = { readonly id: string; readonly title: string };

export const Contents = ({ places }: { places: readonly Section[] }) => (
  <nav className="on-page" aria-labelledby="contents">
    <h2 id="contents" className="t-xs">
      On this page
    </h2>
    <ol>
      {places.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ol>
  </nav>
);
