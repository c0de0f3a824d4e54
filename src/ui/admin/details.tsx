import type { ReactNode } from 'react';

export type Detail = readonly [name: string, value: ReactNode];

export const Code = ({ text }: { text: string }) => <span className="code wrap-any">{text}</span>;

export const DetailsList = ({ details, isFrozen = false }: { details: readonly Detail[]; isFrozen?: boolean }) => (
  <dl className={isFrozen ? 'facts frozen num' : 'facts num'}>
    {details.map(([name, value], index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows never move, and two rows may have the same name.
      <div key={index}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

export const DetailsSection = ({ title, details }: { title: string; details: readonly Detail[] }) => (
  <section>
    <h3>{title}</h3>
    <DetailsList details={details} />
  </section>
);
