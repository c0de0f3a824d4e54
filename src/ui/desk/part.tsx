import type { ReactNode } from 'react';

type PartProps = { id: string; title: ReactNode; children?: ReactNode };

/** A part of a page under its heading, by which it is called. */
export const Part = ({ id, title, children }: PartProps) => (
  <section aria-labelledby={id}>
    <h2 className="part" id={id}>
      {title}
    </h2>
    {children}
  </section>
);
