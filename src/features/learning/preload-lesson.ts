import { call } from '@orpc/server';
import type { PreloadedPage } from '../../platform/preloaded-page.ts';
import type { Context } from '../../platform/procedure.ts';
import { sessionToken } from '../../platform/session.ts';
import { openLesson } from './lesson.ts';
import { getLessonDescription, getTabTitle } from './screens/paths.ts';
import type * as drawing from './screens/prerender-lesson.tsx';

const lessonPattern = /^\/courses\/([a-z0-9-]+)\/lessons\/([a-z0-9-]+)$/;

/** Built with the pages, because the server does not compile JSX. */
export type LessonRenderer = Pick<typeof drawing, 'renderLesson' | 'files'>;

/**
 * Preloads the lesson into its page for an enrolled customer, which starts its reading time like the command.
 * Returns null for a refusal: the screen shows it.
 */
export async function preloadLesson(
  context: Context,
  path: string,
  { renderLesson, files }: LessonRenderer,
): Promise<PreloadedPage | null> {
  const [, courseId, unit] = lessonPattern.exec(path) ?? [];
  if (!courseId || !unit || sessionToken(context.request, context.services.config) === null) return null;
  const input = { courseId, unit };
  const answer = await call(openLesson, input, { context }).catch(() => null);
  if (!answer) return null;
  const head = { title: getTabTitle(answer), description: getLessonDescription(answer) };
  try {
    return { ...head, ...files, html: renderLesson(answer), query: { path: ['learning', 'lesson'], input, answer } };
  } catch (error) {
    // An old version may lack a part that rendering needs. The screen reports it.
    context.services.logFault(error, context.request.id);
    return null;
  }
}
