import { atHour, type Day } from '../../kernel/calendar.ts';
import { after, minutes } from '../../kernel/clock.ts';
import type { OutlineText } from './course-text.ts';

/** What the server itself saw somebody finish in a course. */
export type Learned = { readonly done: ReadonlySet<string>; readonly passed: ReadonlySet<string> };

/** Of whoever did nothing yet. */
export const nothing: Learned = { done: new Set(), passed: new Set() };

/** What comes next in a course; null when all of it is done. */
export type Next = { readonly kind: 'lesson' | 'quiz' | 'project'; readonly id: string; readonly title: string };

type Outline = Pick<OutlineText, 'sections' | 'project'>;

/** What a section waits for before it opens: a day, or that the section before it is passed. */
export type Waits = { readonly day: Day } | { readonly after: string };

type Looking = { readonly section: string; readonly learned: Learned; readonly now: Date };

/** What a section waits for; null where it is open. */
export function waitsFor({ sections, opens }: OutlineText, { section, learned, now }: Looking): Waits | null {
  const at = sections.findIndex(({ id }) => id === section);
  const day = sections[at]?.opensOn;
  if (opens === 'by_date') return day && atHour(day, 0) > now ? { day } : null;
  if (opens !== 'by_section') return null;
  const before = sections.slice(0, at).find((one) => !isLearned({ sections: [one], project: null }, learned));
  return before ? { after: before.title } : null;
}

/** Section by section: its lessons, then its quiz; the project last. */
export function nextOf({ sections, project }: Outline, { done, passed }: Learned): Next | null {
  for (const { id, title, units, quiz } of sections) {
    const open = units.find((unit) => !done.has(unit.id));
    if (open) return { kind: 'lesson', id: open.id, title: open.title };
    if (quiz && !passed.has(id)) return { kind: 'quiz', id, title };
  }
  return project && { kind: 'project', id: 'project', title: project.title };
}

/** How far somebody is, in numbers. What another version had counts for nothing. */
export function progressOf({ sections }: Outline, { done, passed }: Learned) {
  const units = sections.flatMap((section) => section.units);
  const quizzes = sections.filter(({ quiz }) => quiz);
  return {
    units: units.length,
    unitsDone: units.filter(({ id }) => done.has(id)).length,
    quizzes: quizzes.length,
    quizzesPassed: quizzes.filter(({ id }) => passed.has(id)).length,
  };
}

/** Whether every lesson is finished and every quiz passed. */
export function isLearned(outline: Outline, learned: Learned): boolean {
  const { units, unitsDone, quizzes, quizzesPassed } = progressOf(outline, learned);
  return units === unitsDone && quizzes === quizzesPassed;
}

/** A lesson's time begins when it was handed out, and never before the time of the one finished before it is over. */
type Read = { readonly handedOut: Date; readonly readUntil: Date | null; readonly minutes: number };

/**
 * From when a lesson counts as read: a third of its minutes, which nobody reads faster. So lessons that are opened all
 * at once take as long as one after the other, and those that were kept for a journey without a line count at once.
 */
export function readAt({ handedOut, readUntil, minutes: announced }: Read): Date {
  const begun = readUntil && readUntil > handedOut ? readUntil : handedOut;
  return after(begun, minutes(announced) / 3);
}

/** Days after which what was wrong is asked again, each time it is right; after the last it is known. */
export const reviewDays = [1, 3, 7, 21] as const;

/** The step of a review after an answer; null once it is known. */
export function stepAfter(step: number, right: boolean): number | null {
  if (!right) return 0;
  return step + 1 < reviewDays.length ? step + 1 : null;
}

/** Whole percent, rounded down: nobody passes by rounding. */
export const percentOf = (right: number, asked: number): number =>
  asked === 0 ? 0 : Math.floor((right * 100) / asked);
