import type { ReactNode } from 'react';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { LessonView } from '../views.ts';
import { LessonBlocks, type Placements } from './lesson-blocks.tsx';
import { coursePath } from './paths.ts';

type ArticleProps = { lesson: LessonView; placed: Placements; notice?: ReactNode; footer?: ReactNode };

export function LessonArticle({ lesson, placed, notice, footer }: ArticleProps) {
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
              You stopped reading further down.{' '}
              <a className="link" href={`#part-${place}`}>
                Continue where you left off
              </a>
            </Notice>
          )}
        </header>
        {notice}
        <LessonBlocks blocks={blocks} explained={{ terms, facts }} placed={placed} />
        {footer}
      </article>
    </div>
  );
}
