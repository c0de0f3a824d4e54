import { call } from '@orpc/server';
import type { Context } from '../../platform/http/procedure.ts';
import { sessionToken } from '../../platform/http/session.ts';
import { nameRequest } from '../../platform/observability/log.ts';
import type { PreloadedPage } from '../../platform/pages/preloaded-page.ts';
import { openLesson } from './lesson.ts';
import { getLessonDescription, getTabTitle } from './screens/paths.ts';
import type * as drawing from './screens/prerender-lesson.tsx';

const lessonPattern = /^\/courses\/([a-z0-9-]+)\/lessons\/([a-z0-9-]+)$/;

/** Built with the pages, because the server cannot compile JSX. */
export type LessonRenderer = Pick<typeof drawing, 'renderLesson' | 'files'>;

/** Renders the lesson for an enrolled customer and starts the reading time. Null if refused: the screen says why. */
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
    return {
      ...head,
      ...files,
      html: renderLesson(answer),
      queries: [{ path: ['learning', 'lesson'], input, answer }],
    };
  } catch (error) {
    // An old version may lack a field that rendering needs. The screen shows the error.
    context.services.logFault(error, context.request.id, { procedure: nameRequest(context.request) });
    return null;
  }
}
