import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../../ui/badge.tsx';
import { ButtonLink } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Link } from '../../../../ui/link.tsx';
import { formatPlural } from '../../../../ui/number-format.ts';
import { QueryPlaceholder } from '../../../../ui/query-placeholder.tsx';
import { ScreenHead } from '../../../../ui/screen-head.tsx';
import { SignInRequired } from '../../../../ui/sign-in-required.tsx';
import { useViewer } from '../../../../ui/viewer.ts';
import { MyCertificates } from '../../certificates/screens/my-certificates.tsx';
import { ProjectLink } from '../../projects/screens/project-link.tsx';
import { coursePath, formatLastDay, getNextLabel, getNextPath } from '../../screens/paths.ts';
import { Reviews } from '../../screens/reviews.tsx';
import type { OwnCourse } from '../../views.ts';
import '../../screens/learning.css';

export const meta = () => [{ title: 'Learning Hub - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function getStateLabel({ state, until }: OwnCourse): string | null {
  if (state === 'pending_payment') return 'Waiting for your payment';
  if (state === 'paused') return until ? 'Your access has ended' : 'Your plan has ended';
  return null;
}

function CourseItem({ course }: { course: OwnCourse }) {
  const { courseId, title, state, until, units, unitsDone, quizzes, quizzesPassed, next } = course;
  const stateLabel = getStateLabel(course);
  return (
    <li>
      <Link to={coursePath(courseId)}>
        <h3>{title}</h3>
      </Link>
      <p className="facts ink-2 num">
        <span>
          {unitsDone} of {formatPlural(units, 'lesson', 'lessons')} finished
        </span>
        <span>
          {quizzesPassed} of {formatPlural(quizzes, 'quiz', 'quizzes')} passed
        </span>
        {state === 'active' && until && <span>access until the end of {formatLastDay(until)}</span>}
      </p>
      <div className="row under">
        {stateLabel && <Badge kind="pending">{stateLabel}</Badge>}
        {state === 'active' && next?.kind === 'project' && <ProjectLink courseId={courseId} />}
        {state === 'active' && next && next.kind !== 'project' && (
          <ButtonLink to={getNextPath(courseId, next)}>
            {unitsDone === 0 ? 'Start' : 'Continue'}: {getNextLabel(next)}
          </ButtonLink>
        )}
        {state === 'active' && !next && <Badge kind="approved">All lessons and quizzes done</Badge>}
        {stateLabel && (
          <ButtonLink variant="line" to={coursePath(courseId)}>
            Open the course
          </ButtonLink>
        )}
      </div>
    </li>
  );
}

function Overview() {
  const query = useQuery(api.learning.own.queryOptions());
  return (
    <div className="wrap">
      <ScreenHead title="Learning Hub" text="Your courses, your progress and your next step." />
      {!query.data && <QueryPlaceholder query={query} text="We couldn’t load your courses." lines={[40, 100, 90]} />}
      {query.data?.courses.length === 0 && (
        <EmptyState
          title="No courses yet."
          text="Level 1 is free and starts with the basics of money."
          action={<ButtonLink to="/courses">See the courses</ButtonLink>}
        />
      )}
      {query.data && query.data.courses.length > 0 && (
        <div className="stack">
          {query.data.courses.some(({ reviewsDue }) => reviewsDue > 0) && <Reviews />}
          <section aria-labelledby="own-courses">
            <h2 id="own-courses" className="ruled">
              Your courses
            </h2>
            <ul className="course-list">
              {query.data.courses.map((course) => (
                <CourseItem key={course.courseId} course={course} />
              ))}
            </ul>
          </section>
          <MyCertificates />
        </div>
      )}
    </div>
  );
}

/** /learning-dashboard [000 §2 Routes, 001 §2]. */
export default function LearningDashboard() {
  return useViewer().session === 'in' ? <Overview /> : <SignInRequired />;
}
