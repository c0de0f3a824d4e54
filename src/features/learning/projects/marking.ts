import type { Rubric } from '../course-schema.ts';

/** Points by `part/criterion`. */
export type Levels = Readonly<Record<string, number>>;

export const criterionKey = (part: string, criterion: string): string => `${part}/${criterion}`;

const getCriteria = ({ tasks }: Rubric) =>
  tasks.flatMap(({ id, criteria }) =>
    criteria.map((criterion) => ({ key: criterionKey(id, criterion.id), criterion })),
  );

export type Total = { readonly points: number; readonly passed: boolean };

/** Adds up the points. Returns null unless `levels` has exactly one level per criterion. */
export function computeTotal(rubric: Rubric, levels: Levels): Total | null {
  const criteria = getCriteria(rubric);
  if (Object.keys(levels).length !== criteria.length) return null;
  const chosen = criteria.map(({ key, criterion }) => criterion.levels.find(({ points }) => points === levels[key]));
  if (chosen.some((level) => level === undefined)) return null;
  const points = chosen.reduce((sum, level) => sum + (level?.points ?? 0), 0);
  return { points, passed: points >= rubric.passPercent };
}
