import type { ReactNode } from 'react';

type PageSectionProps = { id: string; title: ReactNode; children?: ReactNode };

export const PageSection = ({ id, title, children }: PageSectionProps) => (
  <section aria-labelledby={id}>
    <h2 className="part" id={id}>
      {title}
    </h2>
    {children}
  </section>
);
