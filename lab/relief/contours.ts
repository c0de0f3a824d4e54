/** Draws the landscape. `tools/relief.ts` writes it to `src/ui/landscape/land.svg`; the test compares both. */

type Hill = { x: number; y: number; height: number; long: number; wide: number; angleRad: number };
type Point = { edge: string; x: number; y: number };
type Line = Point[];

/** Size of the drawing. Pages show a section of it by viewBox. */
export const sheet = { width: 1440, height: 660 };
const cell = 24;
const step = 110;
const boldEvery = 4;

const hills: Hill[] = [
  { x: 985, y: 285, height: 1560, long: 230, wide: 118, angleRad: -0.3 },
  { x: 1215, y: 205, height: 1454, long: 150, wide: 105, angleRad: 0.6 },
  { x: 745, y: 400, height: 700, long: 210, wide: 92, angleRad: -0.55 },
  { x: 1370, y: 480, height: 860, long: 200, wide: 120, angleRad: 0.8 },
  { x: 1060, y: 520, height: 420, long: 170, wide: 80, angleRad: 0.2 },
  { x: 500, y: 570, height: 560, long: 190, wide: 110, angleRad: -0.3 },
  { x: 300, y: 170, height: 520, long: 220, wide: 100, angleRad: 0.35 },
  { x: 640, y: 120, height: 360, long: 160, wide: 90, angleRad: -0.2 },
  { x: 60, y: 450, height: 420, long: 170, wide: 120, angleRad: -0.6 },
];

/** Height at a point, metres. */
export function heightAt(x: number, y: number): number {
  const ripple = 52 * Math.sin(x / 47 + y / 83) + 44 * Math.sin(y / 31 - x / 97) + 30 * Math.sin(x / 23 - y / 37);
  return hills.reduce((sum, hill) => {
    const [dx, dy] = [x - hill.x, y - hill.y];
    const along = (dx * Math.cos(hill.angleRad) + dy * Math.sin(hill.angleRad)) / hill.long;
    const across = (dy * Math.cos(hill.angleRad) - dx * Math.sin(hill.angleRad)) / hill.wide;
    return sum + hill.height * Math.exp(-(along * along + across * across));
  }, 90 + ripple);
}

/** Point where a contour crosses the edge between two corners of a cell, or null. Neighbouring cells share `edge`. */
function findCrossing(level: number, from: [number, number], to: [number, number]): Point | null {
  const [a, b] = [heightAt(from[0] * cell, from[1] * cell), heightAt(to[0] * cell, to[1] * cell)];
  if (a < level === b < level) return null;
  const part = (level - a) / (b - a);
  const at = (axis: 0 | 1) => Math.round((from[axis] + (to[axis] - from[axis]) * part) * cell);
  return { edge: `${from}-${to}`, x: at(0), y: at(1) };
}

/** Segments of a contour in a cell: none, one, or two on a saddle. */
function segmentsIn(level: number, column: number, row: number): [Point, Point][] {
  const edges: [number, number][][] = [
    [
      [column, row],
      [column + 1, row],
    ],
    [
      [column + 1, row],
      [column + 1, row + 1],
    ],
    [
      [column, row + 1],
      [column + 1, row + 1],
    ],
    [
      [column, row],
      [column, row + 1],
    ],
  ];
  const found = edges
    .map(([from, to]) => (from && to ? findCrossing(level, from, to) : null))
    .filter((p) => p !== null);
  const [a, b, c, d] = found;
  if (a && b && c && d)
    return [
      [a, b],
      [c, d],
    ];
  return a && b ? [[a, b]] : [];
}

function join(all: [Point, Point][]): Line[] {
  const left = new Set(all);
  const takeAt = (end: Point | undefined): Point | null => {
    for (const segment of left) {
      const [start, stop] = segment;
      const other = start.edge === end?.edge ? stop : stop.edge === end?.edge ? start : null;
      if (!other) continue;
      left.delete(segment);
      return other;
    }
    return null;
  };
  const lines: Line[] = [];
  for (const segment of left) {
    left.delete(segment);
    const line: Line = [...segment];
    for (let next = takeAt(line.at(-1)); next; next = takeAt(line.at(-1))) line.push(next);
    for (let next = takeAt(line[0]); next; next = takeAt(line[0])) line.unshift(next);
    lines.push(line);
  }
  return lines.filter((line) => line.length > 6);
}

/** A smooth path through the midpoints of a contour. */
function formatPath(line: Line): string {
  const [first, ...rest] = line;
  if (!first) return '';
  const curves = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? point;
    return `Q${point.x} ${point.y} ${(point.x + next.x) >> 1} ${(point.y + next.y) >> 1}`;
  });
  const last = rest.at(-1) ?? first;
  return `M${first.x} ${first.y}${curves.join('')}L${last.x} ${last.y}`;
}

function drawContour(level: number): string {
  const all: [Point, Point][] = [];
  for (let row = 0; row < sheet.height / cell; row++)
    for (let column = 0; column < sheet.width / cell; column++) all.push(...segmentsIn(level, column, row));
  return join(all).map(formatPath).join('\n');
}

/** The drawing as SVG: thin contours, every fourth one bold. */
export function drawLand(): string {
  const levels = Array.from({ length: 20 }, (_, index) => ({
    level: (index + 1) * step,
    bold: (index + 1) % boldEvery === 0,
  }));
  const paths = (bold: boolean) =>
    levels
      .filter((each) => each.bold === bold)
      .map((each) => drawContour(each.level))
      .filter(Boolean)
      .join('\n');
  const line = 'fill="none" vector-effect="non-scaling-stroke"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${sheet.width} ${sheet.height}">
<title>Contours of the land behind the pages</title>
<g id="land">
<path ${line} stroke-width="1" opacity=".55" d="${paths(false)}"/>
<path ${line} stroke-width="1.4" d="${paths(true)}"/>
</g>
</svg>
`;
}
