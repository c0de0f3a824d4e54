import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { useRememberedPlace } from '../../../ui/sign-in-needed.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import type { CourseCard, OwnCourse } from '../shapes.ts';
import { CoursePrice } from './course-price.tsx';
import { coursePath } from './ways.ts';
import './learning.css';

export const meta = () => [
  { title: 'Courses - Cryptocommerce' },
  { name: 'description', content: 'Learn about money and crypto at your own pace, with quizzes and a certificate.' },
];

const OneCourse = ({ card, own }: { card: CourseCard; own: OwnCourse | undefined }) => (
  <li>
    <Link to={coursePath(card.id)}>
      <h2>{card.title}</h2>
    </Link>
    <p>{card.about}</p>
    <p className="facts ink-2 num">
      <span>
        {card.sections} sections, {card.units} lessons
      </span>
      <span>about {card.minutes} minutes of reading</span>
      <span>
        <CoursePrice card={card} />
      </span>
      {card.priceUsd > 0 && <span>included in every plan</span>}
      {card.gives && <span>ends with a certificate</span>}
    </p>
    {own && (
      <p className="under">
        {own.state === 'pending_payment' ? (
          <Badge kind="pending">Waits for your payment</Badge>
        ) : (
          <Badge kind="approved">
            {own.unitsDone} of {own.units} lessons
          </Badge>
        )}
      </p>
    )}
  </li>
);

/** /courses: what can be learned, for everybody to read about [000 §2 Routes, 001 §2]. */
export default function Courses() {
  useRememberedPlace();
  const isIn = useViewer().session === 'in';
  const list = useQuery(api.learning.courses.queryOptions());
  const own = useQuery({ ...api.learning.own.queryOptions(), enabled: isIn });
  return (
    <div className="wrap">
      <ScreenHead
        title="Courses"
        text="Lessons at your own pace: text first, questions on the way, a quiz for each section."
      />
      {!list.data && <NotYet asked={list} text="The courses could not be loaded." lines={[40, 100, 90]} />}
      {list.data?.courses.length === 0 && <EmptyState title="No course is open yet." text="Look in again soon." />}
      <ul className="course-list">
        {list.data?.courses.map((card) => (
          <OneCourse key={card.id} card={card} own={own.data?.courses.find(({ courseId }) => courseId === card.id)} />
        ))}
      </ul>
      {isIn && (
        <p className="under">
          <ButtonLink look="line" to="/learning-dashboard">
            Where you are in your courses
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
