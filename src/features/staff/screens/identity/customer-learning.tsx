import type { DeskPerson } from '../../../../ui/desk/frame.tsx';
import { CustomerCertificates } from '../../../certificates/screens/customer-certificates.tsx';
import { CustomerCourses } from '../../../enrollment/screens/customer-courses.tsx';
import { CustomerLesson } from './customer-lesson.tsx';

/** What a customer learns, and showed that they know: courses, the lesson before the first order, certificates. */
export const CustomerLearning = ({ userId, person }: { userId: string; person: DeskPerson }) => (
  <div className="stack">
    <CustomerCourses userId={userId} person={person} />
    <CustomerLesson userId={userId} person={person} />
    <CustomerCertificates userId={userId} person={person} />
  </div>
);
