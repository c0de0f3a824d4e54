import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import type { LessonView } from '../shapes.ts';
import { LessonArticle } from './lesson-article.tsx';
import { Question } from './question.tsx';
import { lessonPath } from './ways.ts';

/** What the build knows of the lesson's screen (`tools/drawn-pages.ts`). */
declare const __LESSON_FILES__: { readonly styles: readonly string[]; readonly scripts: readonly string[] };
export const files = __LESSON_FILES__;

const nothing = () => {};

/**
 * A lesson as markup, as its screen draws it, for the server to give with the page: it can be read before any script
 * has come. Its questions are seen; they are answered once the screen is there.
 */
export function drawLesson(lesson: LessonView): string {
  const check = (id: string) => {
    const question = lesson.checks.find((one) => one.id === id);
    return (
      question && (
        <div inert>
          <Question question={question} at="" graded={question.graded} onAnswer={nothing} busy={false} />
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
