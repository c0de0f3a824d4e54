import type { ReactNode } from 'react';

export type BreakdownRow = {
  label: ReactNode;
  note?: ReactNode;
  figure: ReactNode;
  under?: ReactNode;
  sum?: boolean;
};

export const FigurePlaceholder = () => <span className="skel awaited" aria-hidden="true" />;

export const PriceBreakdown = ({ rows }: { rows: readonly BreakdownRow[] }) => (
  <dl className="slip">
    {rows.map(({ label, note, figure, under, sum }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows never move, and two rows may have the same label.
      <div key={index} className={sum ? 'sum' : undefined}>
        <dt>
          {label}
          {note && <small>{note}</small>}
        </dt>
        <dd>
          {figure}
          {under && <div className="t-xs ink-2">{under}</div>}
        </dd>
      </div>
    ))}
  </dl>
);
