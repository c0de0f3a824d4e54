import type { ReactNode } from 'react';

/** `used` is solid, `held` is hatched, `fee` is gold, `over` is red; what is left of the whole stays open. */
export type ScalePart = { kind: 'used' | 'held' | 'fee' | 'over'; amount: bigint };
export type ScaleMark = { at: number; text: ReactNode };

const letters = { used: 'a', held: 'h', fee: 'g', over: 'r' };

/** How much of the bar an amount fills, in percent to two places: for drawing only. */
export function percentOf(amount: bigint, whole: bigint): number {
  if (whole <= 0n || amount <= 0n) return 0;
  return Math.min(100, Number((amount * 10_000n) / whole) / 100);
}

type ScaleBarProps = {
  /** What a screen reader hears instead of the picture, with the figures: "J$52,500 of J$262,500 used". */
  label: string;
  /** The whole and its parts in the same minor or base units. */
  whole: bigint;
  parts: readonly ScalePart[];
  /** Divisions of the ruler below. */
  ticks?: number;
  /** Texts below: the first stands left, the last right, others at `at` percent. */
  marks?: readonly ScaleMark[];
};

/** The scale bar: every quantity is shown on one. */
export function ScaleBar({ label, whole, parts, ticks = 4, marks = [] }: ScaleBarProps) {
  return (
    <div className="scale" role="img" aria-label={label} style={{ '--n': ticks }}>
      <div className="bar">
        {parts.map(({ kind, amount }) => (
          <span key={kind} className={letters[kind]} style={{ '--v': percentOf(amount, whole) }} />
        ))}
      </div>
      <div className="ticks" />
      {marks.length > 0 && (
        <div className="marks">
          {marks.map(({ at, text }) => (
            <span key={at} style={{ '--x': at }}>
              {text}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

/** The legend of a scale bar: what each hatching means, with its figure. */
export function ScaleKey({
  items,
}: {
  items: readonly { kind?: 'used' | 'held' | 'fee'; name: string; figure?: ReactNode }[];
}) {
  return (
    <dl className="key">
      {items.map(({ kind, name, figure }) => (
        <div key={name}>
          <dt className={kind && `k-${letters[kind]}`}>{name}</dt>
          {figure !== undefined && <dd>{figure}</dd>}
        </div>
      ))}
    </dl>
  );
}
