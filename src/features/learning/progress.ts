import { atHour, type Day } from '../../kernel/calendar.ts';
import { after, minutes } from '../../kernel/clock.ts';
import type { OutlineText } from './course-text.ts';

/** Finished lessons and passed quizzes, measured by the server. */
export type Learned = { readonly done: ReadonlySet<string>; readonly passed: ReadonlySet<string> };

export const nothingLearned: Learned = { done: new Set(), passed: new Set() };

export type NextStep = { readonly kind: 'lesson' | 'quiz' | 'project'; readonly id: string; readonly title: string };

type Outline = Pick<OutlineText, 'sections' | 'project'>;

export type OpeningCondition = { readonly day: Day } | { readonly after: string };

type SectionQuery = { readonly section: string; readonly learned: Learned; readonly now: Date };

export function getOpeningCondition(
  { sections, opens }: OutlineText,
  { section, learned, now }: SectionQuery,
): OpeningCondition | null {
  const at = sections.findIndex(({ id }) => id === section);
  const day = sections[at]?.opensOn;
  if (opens === 'by_date') return day && atHour(day, 0) > now ? { day } : null;
  if (opens !== 'by_section') return null;
  const blocking = sections.slice(0, at).find((one) => !isLearned({ sections: [one], project: null }, learned));
  return blocking ? { after: blocking.title } : null;
}

/** Returns the first open lesson or quiz in order, then the project; null when all are done. */
export function getNextStep({ sections, project }: Outline, { done, passed }: Learned): NextStep | null {
  for (const { id, title, units, quiz } of sections) {
    const open = units.find((unit) => !done.has(unit.id));
    if (open) return { kind: 'lesson', id: open.id, title: open.title };
    if (quiz && !passed.has(id)) return { kind: 'quiz', id, title };
  }
  return project && { kind: 'project', id: 'project', title: project.title };
}

/** Counts the finished lessons of this version. */
export function getProgress({ sections }: Outline, { done, passed }: Learned) {
  const units = sections.flatMap((section) => section.units);
  const quizzes = sections.filter(({ quiz }) => quiz);
  return {
    units: units.length,
    unitsDone: units.filter(({ id }) => done.has(id)).length,
    quizzes: quizzes.length,
    quizzesPassed: quizzes.filter(({ id }) => passed.has(id)).length,
  };
}

export function isLearned(outline: Outline, learned: Learned): boolean {
  const { units, unitsDone, quizzes, quizzesPassed } = getProgress(outline, learned);
  return units === unitsDone && quizzes === quizzesPassed;
}

type ReadingTime = { readonly handedOut: Date; readonly readUntil: Date | null; readonly minutes: number };

/** Returns when a lesson can be finished: after a third of its minutes, one lesson after another. Offline: at once. */
export function getFinishableAt({ handedOut, readUntil, minutes: announced }: ReadingTime): Date {
  const start = readUntil && readUntil > handedOut ? readUntil : handedOut;
  return after(start, minutes(announced) / 3);
}

/** Days until the next review after each right answer in a row. */
export const reviewDays = [1, 3, 7, 21] as const;

export function getNextReviewStep(step: number, right: boolean): number | null {
  if (!right) return 0;
  return step + 1 < reviewDays.length ? step + 1 : null;
}

export const toPercent = (right: number, total: number): number =>
  total === 0 ? 0 : Math.floor((right * 100) / total);
