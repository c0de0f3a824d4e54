import type { ReactNode } from 'react';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { LessonView } from '../shapes.ts';
import { LessonBlocks, type Placed } from './lesson-blocks.tsx';
import { coursePath } from './ways.ts';

type ArticleProps = {
  lesson: LessonView;
  placed: Placed;
  /** Between head and text. */
  line?: ReactNode;
  /** Behind the text. */
  foot?: ReactNode;
};

/** The text of a lesson: drawn by its screen, and before that by the server into the page. */
export function LessonArticle({ lesson, placed, line, foot }: ArticleProps) {
  const { courseId, blocks, terms, facts, place } = lesson;
  return (
    <div className="wrap">
      <article className="prose lesson">
        <header>
          <p className="t-xs ink-2">
            <Link className="link" to={coursePath(courseId)}>
              {lesson.courseTitle}
            </Link>
            {' · '}
            {lesson.section.title}
            {' · '}
            {lesson.minutes} min
          </p>
          <h1>{lesson.title}</h1>
          <p className="ink-2">You will be able to: {lesson.aim}</p>
          {place > 1 && !lesson.done && (
            <Notice>
              You stopped further down.{' '}
              <a className="link" href={`#part-${place}`}>
                Go on reading there
              </a>
            </Notice>
          )}
        </header>
        {line}
        <LessonBlocks blocks={blocks} explained={{ terms, facts }} placed={placed} />
        {foot}
      </article>
    </div>
  );
}
