import type { ReactNode } from 'react';

export type SlipRow = {
  label: ReactNode;
  /** Small, below the label. */
  note?: ReactNode;
  figure: ReactNode;
  /** Small, below the figure. */
  under?: ReactNode;
  /** The line under the thick rule. */
  sum?: boolean;
};

/** Where a figure will stand, while it is on its way. */
export const Awaited = () => <span className="skel awaited" aria-hidden="true" />;

/** Labels left, figures right, hairlines between: what an amount is made of, read downwards. */
export const Slip = ({ rows }: { rows: readonly SlipRow[] }) => (
  <dl className="slip">
    {rows.map(({ label, note, figure, under, sum }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a slip keeps its order, and two lines may share a label.
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
