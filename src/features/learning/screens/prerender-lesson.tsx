import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import type { LessonView } from '../views.ts';
import { LessonArticle } from './lesson-article.tsx';
import { lessonPath } from './paths.ts';
import { Question } from './question.tsx';

/** Set by the build (`tools/renderer-bundle.ts`). */
declare const __LESSON_FILES__: { readonly styles: readonly string[]; readonly scripts: readonly string[] };
export const files = __LESSON_FILES__;

const noop = () => {};

/** Renders a lesson on the server, readable before scripts load. Its questions are inert. */
export function renderLesson(lesson: LessonView): string {
  const check = (id: string) => {
    const question = lesson.checks.find((one) => one.id === id);
    return (
      question && (
        <div inert>
          <Question question={question} at="" graded={question.graded} onAnswer={noop} busy={false} />
        </div>
      )
    );
  };
  return renderToStaticMarkup(
    <StaticRouter location={lessonPath(lesson.courseId, lesson.unit)}>
      <LessonArticle lesson={lesson} placed={{ check, practice: () => null }} />
    </StaticRouter>,
  );
}
