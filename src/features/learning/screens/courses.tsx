import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { formatPlural } from '../../../ui/number-format.ts';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { useStoreReturnPath } from '../../../ui/sign-in-required.tsx';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import type { CourseCard, OwnCourse } from '../views.ts';
import { CourseSummary } from './course-summary.tsx';
import { coursePath } from './paths.ts';
import './learning.css';

export const meta = () => [
  { title: 'Courses - Cryptocommerce' },
  { name: 'description', content: 'Learn about money and crypto at your own pace, with quizzes and a certificate.' },
];

const CourseItem = ({ card, own }: { card: CourseCard; own: OwnCourse | undefined }) => (
  <li>
    <Link to={coursePath(card.id)}>
      <h2>{card.title}</h2>
    </Link>
    <p>{card.about}</p>
    <p className="facts ink-2 num">
      <CourseSummary card={card} />
      {card.gives && <span>ends with a certificate</span>}
    </p>
    {own && (
      <p className="under">
        {own.state === 'pending_payment' ? (
          <Badge kind="pending">Waiting for your payment</Badge>
        ) : (
          <Badge kind="approved">
            {own.unitsDone} of {formatPlural(own.units, 'lesson', 'lessons')}
          </Badge>
        )}
      </p>
    )}
  </li>
);

/** /courses [000 §2 Routes, 001 §2] */
export default function Courses() {
  useStoreReturnPath();
  const isIn = useViewer().session === 'in';
  const list = useQuery(api.learning.courses.queryOptions());
  const own = useQuery({ ...api.learning.own.queryOptions(), enabled: isIn });
  return (
    <div className="wrap">
      <ScreenHead
        title="Courses"
        text="Learn at your own pace, with questions in every lesson and a quiz for each section."
      />
      {!list.data && <QueryPlaceholder query={list} text="We couldn't load the courses." lines={[40, 100, 90]} />}
      {list.data?.courses.length === 0 && <EmptyState title="No courses yet" text="Please check back soon." />}
      <ul className="course-list">
        {list.data?.courses.map((card) => (
          <CourseItem key={card.id} card={card} own={own.data?.courses.find(({ courseId }) => courseId === card.id)} />
        ))}
      </ul>
      {isIn && (
        <p className="under">
          <ButtonLink variant="line" to="/learning-dashboard">
            See your progress
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
