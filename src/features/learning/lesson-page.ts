import { call } from '@orpc/server';
import type { Given } from '../../platform/given.ts';
import type { Context } from '../../platform/procedure.ts';
import { sessionToken } from '../../platform/session.ts';
import { lesson } from './lesson.ts';
import type * as drawing from './screens/draw-lesson.tsx';
import { aboutLesson, tabTitle } from './screens/ways.ts';

const address = /^\/courses\/([a-z0-9-]+)\/lessons\/([a-z0-9-]+)$/;

/** Draws lessons: built with the pages, since this server reads no markup of React. */
export type LessonDrawing = Pick<typeof drawing, 'drawLesson' | 'files'>;

/**
 * The page of a lesson brings the lesson along for whoever takes its course: they asked for it by opening the page, so
 * its time begins here as it does with the command. Of a refusal the page says nothing: its screen asks, and tells it.
 */
export async function lessonGiven(
  context: Context,
  path: string,
  { drawLesson, files }: LessonDrawing,
): Promise<Given | null> {
  const [, courseId, unit] = address.exec(path) ?? [];
  if (!courseId || !unit || sessionToken(context.request, context.services.config) === null) return null;
  const input = { courseId, unit };
  const answer = await call(lesson, input, { context }).catch(() => null);
  if (!answer) return null;
  const said = { title: tabTitle(answer), description: aboutLesson(answer) };
  try {
    return { ...said, ...files, html: drawLesson(answer), asked: { path: ['learning', 'lesson'], input, answer } };
  } catch (error) {
    // A version of before a piece came that drawing counts on: the screen says that it cannot be shown.
    context.services.logFault(error, context.request.id);
    return null;
  }
}
