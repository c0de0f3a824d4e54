import { worded } from '../../../kernel/worded.ts';
import { dayText } from '../../../ui/format.ts';
import type { Next } from '../standing.ts';

export const coursePath = (courseId: string): string => `/courses/${courseId}`;
export const lessonPath = (courseId: string, unit: string): string => `${coursePath(courseId)}/lessons/${unit}`;
const quizPath = (courseId: string, section: string): string => `${coursePath(courseId)}/quizzes/${section}`;
export const projectPath = (courseId: string): string => `${coursePath(courseId)}/project`;

type Named = { readonly title: string; readonly aim: string };
/** What the tab of a lesson is called, and what is said of it in a sentence. */
export const tabTitle = ({ title }: Pick<Named, 'title'>): string => worded('{title} - Cryptocommerce', { title });
export const aboutLesson = ({ title, aim }: Named): string =>
  worded('{title}. You will be able to: {aim}', { title, aim });

/** Where somebody goes on in a course. */
export function nextPath(courseId: string, next: Next | null): string {
  if (next?.kind === 'lesson') return lessonPath(courseId, next.id);
  if (next?.kind === 'project') return projectPath(courseId);
  return next?.kind === 'quiz' ? quizPath(courseId, next.id) : coursePath(courseId);
}

/** What the button there says. */
export function nextName(next: Next): string {
  if (next.kind === 'quiz') return `Quiz: ${next.title}`;
  return next.title;
}

/** The last day of what is given until a moment, which is the first that is not theirs any more. */
export const lastDay = (until: Date): string => dayText(new Date(until.getTime() - 1), { year: true });
