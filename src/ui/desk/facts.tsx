import type { ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode];

/** Names left, values right. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="facts num">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** The same under a heading. */
export const Facts = ({ title, facts }: { title: string; facts: readonly Fact[] }) => (
  <section>
    <h3>{title}</h3>
    <FactList facts={facts} />
  </section>
);
