import type { Rubric } from '../learning/course-schema.ts';

/** The points for each criterion of a project, by its name: `part/criterion`. */
export type Levels = Readonly<Record<string, number>>;

export const criterionKey = (part: string, criterion: string): string => `${part}/${criterion}`;

/** What is judged in a project, each by its name. */
const criteriaOf = ({ tasks }: Rubric) =>
  tasks.flatMap(({ id, criteria }) =>
    criteria.map((criterion) => ({ key: criterionKey(id, criterion.id), criterion })),
  );

export type Total = { readonly points: number; readonly passed: boolean };

/**
 * What the chosen levels make in all. Null where a criterion is not judged, another one is, or the points are of none
 * of its levels: such a mark counts for nothing.
 */
export function totalOf(rubric: Rubric, levels: Levels): Total | null {
  const all = criteriaOf(rubric);
  if (Object.keys(levels).length !== all.length) return null;
  const chosen = all.map(({ key, criterion }) => criterion.levels.find(({ points }) => points === levels[key]));
  if (chosen.some((level) => level === undefined)) return null;
  const points = chosen.reduce((sum, level) => sum + (level?.points ?? 0), 0);
  return { points, passed: points >= rubric.passPercent };
}
