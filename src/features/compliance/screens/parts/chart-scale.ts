/** The scale of a chart of counts: where its top is and where its lines stand. Pure, so that it can be tested. */

/** The highest step of 1, 2 or 5 times a power of ten by which a chart of this height has at most five lines. */
function stepFor(most: number): number {
  for (let power = 1; ; power *= 10) for (const digit of [1, 2, 5]) if (digit * power * 5 >= most) return digit * power;
}

/** The lines of the scale from nought to the top, whole numbers, at least one above nought. */
export function scaleLines(most: number): number[] {
  const step = stepFor(Math.max(1, most));
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Which column a key leads to: arrows go one on and stop at the ends, Home and End lead there, others nowhere. */
export function columnAfter(key: string, from: number, count: number): number | null {
  if (key === 'ArrowRight') return Math.min(count - 1, from + 1);
  if (key === 'ArrowLeft') return Math.max(0, from - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
