import { type KeyboardEvent, useRef, useState } from 'react';
import { grouped } from '../../../../ui/figures.ts';
import { columnAfter, scaleLines } from './chart-scale.ts';

/** One of the things that are counted; `fill` tells it from the others by more than its colour. */
export type ChartPart = { key: string; name: string; fill: 'plain' | 'hatched' | 'dark' | 'dotted' | 'open' };
/** A month and how many of each part, by key. */
export type ChartMonth = { key: string; name: string; short: string; counts: Readonly<Record<string, number>> };

type ChartProps = { label: string; parts: readonly ChartPart[]; months: readonly ChartMonth[] };

const countOf = (month: ChartMonth, { key }: ChartPart): number => month.counts[key] ?? 0;
const sumOf = (month: ChartMonth, parts: readonly ChartPart[]): number =>
  parts.reduce((sum, part) => sum + countOf(month, part), 0);

/** `November 2026: 14, of which urgent 3, high 2`. */
function spoken(month: ChartMonth, parts: readonly ChartPart[]): string {
  const named = parts.map((part) => `${part.name.toLowerCase()} ${countOf(month, part)}`).join(', ');
  return parts.length > 1
    ? `${month.name}: ${sumOf(month, parts)}, of which ${named}`
    : `${month.name}: ${sumOf(month, parts)}`;
}

const Lines = ({ lines, top }: { lines: readonly number[]; top: number }) => (
  <div className="lines" aria-hidden="true">
    {lines.map((line) => (
      <span key={line} style={{ '--y': (line / top) * 100 }}>
        <i className="num">{grouped(String(line))}</i>
      </span>
    ))}
  </div>
);

const Key = ({ parts }: { parts: readonly ChartPart[] }) => (
  <ul className="chart-key">
    {parts.map(({ key, name, fill }) => (
      <li key={key}>
        <i className={`fill ${fill}`} aria-hidden="true" />
        {name}
      </li>
    ))}
  </ul>
);

/**
 * A column a month, its parts on each other. Arrow keys walk the months; what the chosen one says stands below in
 * words, and every figure stands in the table beneath.
 */
export function MonthChart({ label, parts, months }: ChartProps) {
  const [at, setAt] = useState(months.length - 1);
  const row = useRef<HTMLDivElement>(null);
  const lines = scaleLines(Math.max(0, ...months.map((month) => sumOf(month, parts))));
  const top = lines.at(-1) ?? 1;
  const chosen = months[at] ?? months.at(-1);
  const walk = (event: KeyboardEvent) => {
    const next = columnAfter(event.key, at, months.length);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
    row.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className="month-chart">
      {parts.length > 1 && <Key parts={parts} />}
      <div className="plot">
        <Lines lines={lines} top={top} />
        <div className="columns" role="toolbar" aria-label={label} ref={row} onKeyDown={walk}>
          {months.map((month, index) => (
            <button
              key={month.key}
              type="button"
              tabIndex={index === at ? 0 : -1}
              aria-pressed={index === at}
              aria-label={spoken(month, parts)}
              onFocus={() => setAt(index)}
              onPointerEnter={() => setAt(index)}
              onClick={() => setAt(index)}
            >
              <span className="column" aria-hidden="true">
                {parts.map((part) => (
                  <i
                    key={part.key}
                    className={`fill ${part.fill}`}
                    style={{ '--v': (countOf(month, part) / top) * 100 }}
                  />
                ))}
              </span>
            </button>
          ))}
        </div>
        <div className="months" aria-hidden="true">
          {months.map((month, index) => (
            <span key={month.key} className={index === at ? 'at' : undefined}>
              {month.short}
            </span>
          ))}
        </div>
      </div>
      {chosen && <p className="said num">{spoken(chosen, parts)}</p>}
    </div>
  );
}
