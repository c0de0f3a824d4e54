import type { ReactNode } from 'react';

export type ScalePart = { kind: 'used' | 'held' | 'fee' | 'over'; amount: bigint };
export type ScaleLabel = { at: number; text: ReactNode };

const partClasses = { used: 'a', held: 'h', fee: 'g', over: 'r' };

/** Percentage with two decimals, for drawing only. */
export function getPercent(amount: bigint, total: bigint): number {
  if (total <= 0n || amount <= 0n) return 0;
  return Math.min(100, Number((amount * 10_000n) / total) / 100);
}

type ScaleBarProps = {
  label: string;
  total: bigint;
  parts: readonly ScalePart[];
  ticks?: number;
  labels?: readonly ScaleLabel[];
};

export function ScaleBar({ label, total, parts, ticks = 4, labels = [] }: ScaleBarProps) {
  return (
    <div className="scale" role="img" aria-label={label} style={{ '--n': ticks }}>
      <div className="bar">
        {parts.map(({ kind, amount }) => (
          <span key={kind} className={partClasses[kind]} style={{ '--v': getPercent(amount, total) }} />
        ))}
      </div>
      <div className="ticks" />
      {labels.length > 0 && (
        <div className="marks">
          {labels.map(({ at, text }) => (
            <span key={at} style={{ '--x': at }}>
              {text}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

export function ScaleLegend({
  items,
}: {
  items: readonly { kind?: 'used' | 'held' | 'fee'; name: string; figure?: ReactNode }[];
}) {
  return (
    <dl className="key">
      {items.map(({ kind, name, figure }) => (
        <div key={name}>
          <dt className={kind && `k-${partClasses[kind]}`}>{name}</dt>
          {figure !== undefined && <dd>{figure}</dd>}
        </div>
      ))}
    </dl>
  );
}
