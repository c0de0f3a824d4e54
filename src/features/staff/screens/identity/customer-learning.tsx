import type { StaffUser } from '../../../../ui/admin/frame.tsx';
import { CustomerCertificates } from '../../../certificates/screens/customer-certificates.tsx';
import { CustomerCourses } from '../../../enrollment/screens/customer-courses.tsx';
import { CustomerLesson } from './customer-lesson.tsx';

export const CustomerLearning = ({ userId, person }: { userId: string; person: StaffUser }) => (
  <div className="stack">
    <CustomerCourses userId={userId} person={person} />
    <CustomerLesson userId={userId} person={person} />
    <CustomerCertificates userId={userId} person={person} />
  </div>
);
