import { formatMessage } from '../../../kernel/message-template.ts';
import { formatDay } from '../../../ui/format.ts';
import type { NextStep } from '../progress.ts';

export const coursePath = (courseId: string): string => `/courses/${courseId}`;
export const lessonPath = (courseId: string, unit: string): string => `${coursePath(courseId)}/lessons/${unit}`;
const quizPath = (courseId: string, section: string): string => `${coursePath(courseId)}/quizzes/${section}`;
export const projectPath = (courseId: string): string => `${coursePath(courseId)}/project`;

type LessonTitle = { readonly title: string; readonly aim: string };
export const getTabTitle = ({ title }: Pick<LessonTitle, 'title'>): string =>
  formatMessage('{title} - Cryptocommerce', { title });
export const getLessonDescription = ({ title, aim }: LessonTitle): string =>
  formatMessage('{title}. You will be able to: {aim}', { title, aim });

export function getNextPath(courseId: string, next: NextStep | null): string {
  if (next?.kind === 'lesson') return lessonPath(courseId, next.id);
  if (next?.kind === 'project') return projectPath(courseId);
  return next?.kind === 'quiz' ? quizPath(courseId, next.id) : coursePath(courseId);
}

export function getNextLabel(next: NextStep): string {
  if (next.kind === 'quiz') return `Quiz: ${next.title}`;
  return next.title;
}

export const formatLastDay = (until: Date): string => formatDay(new Date(until.getTime() - 1), { year: true });
