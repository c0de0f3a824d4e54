import type { ReactNode } from 'react';
import { LaterRelief } from '../../../../ui/relief.tsx';
import { Words } from './words.tsx';

/** The head of a public page: its name, and in a sentence what it is for. */
export const PageHead = ({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) => (
  <div className="head">
    <LaterRelief />
    <h1>{title}</h1>
    <p className="t-md">
      <Words text={lead} />
    </p>
    {children}
  </div>
);

export type Section = { readonly id: string; readonly title: string };

/** Where things stand on a long page. */
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
