import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { later } from '../../../ui/later.tsx';
import { Link } from '../../../ui/link.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInNeeded } from '../../../ui/sign-in-needed.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { OwnCertificates } from '../../certificates/screens/own-certificates.tsx';
import { Reviews } from '../../learning/screens/reviews.tsx';
import { coursePath, lastDay, nextName, nextPath } from '../../learning/screens/ways.ts';
import type { OwnCourse } from '../../learning/shapes.ts';
import { ProjectWay } from '../../projects/screens/project-way.tsx';
import '../../learning/screens/learning.css';

const OwnClasses = later(() => import('../../classes/screens/own-classes.tsx').then((parts) => parts.OwnClasses));

export const meta = () => [{ title: 'Learning Hub - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function wordOf({ state, until }: OwnCourse): string | null {
  if (state === 'pending_payment') return 'Waits for your payment';
  if (state === 'paused') return until ? 'Your time is over' : 'Your plan has ended';
  return null;
}

function One({ course }: { course: OwnCourse }) {
  const { courseId, title, state, until, units, unitsDone, quizzes, quizzesPassed, next } = course;
  const word = wordOf(course);
  return (
    <li>
      <Link to={coursePath(courseId)}>
        <h3>{title}</h3>
      </Link>
      <p className="facts ink-2 num">
        <span>
          {unitsDone} of {units} lessons finished
        </span>
        <span>
          {quizzesPassed} of {quizzes} quizzes passed
        </span>
        {state === 'active' && until && <span>open for you until the end of {lastDay(until)}</span>}
      </p>
      <div className="row under">
        {word && <Badge kind="pending">{word}</Badge>}
        {state === 'active' && next?.kind === 'project' && <ProjectWay courseId={courseId} />}
        {state === 'active' && next && next.kind !== 'project' && (
          <ButtonLink to={nextPath(courseId, next)}>
            {unitsDone === 0 ? 'Begin' : 'Go on'}: {nextName(next)}
          </ButtonLink>
        )}
        {state === 'active' && !next && <Badge kind="approved">All lessons and quizzes done</Badge>}
        {word && (
          <ButtonLink look="line" to={coursePath(courseId)}>
            To the course
          </ButtonLink>
        )}
      </div>
    </li>
  );
}

function Overview() {
  const own = useQuery(api.learning.own.queryOptions());
  return (
    <div className="wrap">
      <ScreenHead title="Learning Hub" text="Where you are, and what comes next." />
      {!own.data && <NotYet asked={own} text="Your courses could not be loaded." lines={[40, 100, 90]} />}
      {own.data?.courses.length === 0 && (
        <EmptyState
          title="You take no course yet."
          text="Level 1 is free and begins with money itself."
          act={<ButtonLink to="/courses">See the courses</ButtonLink>}
        />
      )}
      {own.data && own.data.courses.length > 0 && (
        <div className="stack">
          {own.data.courses.some(({ reviewsDue }) => reviewsDue > 0) && <Reviews />}
          <section aria-labelledby="own-courses">
            <h2 id="own-courses" className="ruled">
              Your courses
            </h2>
            <ul className="course-list">
              {own.data.courses.map((course) => (
                <One key={course.courseId} course={course} />
              ))}
            </ul>
          </section>
          <OwnClasses />
          <OwnCertificates />
        </div>
      )}
    </div>
  );
}

/** /learning-dashboard: one's own courses, and what is to be repeated [000 §2 Routes, 001 §2]. */
export default function LearningDashboard() {
  return useViewer().session === 'in' ? <Overview /> : <SignInNeeded />;
}
