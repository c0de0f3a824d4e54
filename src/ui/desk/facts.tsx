import type { ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode];

/** An address or a hash: each sign is told apart. */
export const Code = ({ text }: { text: string }) => <span className="code wrap-any">{text}</span>;

/** Names left, values right; `frozen` is what somebody is about to confirm. */
export const FactList = ({ facts, frozen = false }: { facts: readonly Fact[]; frozen?: boolean }) => (
  <dl className={frozen ? 'facts frozen num' : 'facts num'}>
    {facts.map(([name, value], at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: facts keep their order, and two lines may share a name.
      <div key={at}>
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
