import { ArrowRight } from 'lucide-react';
import { Link } from '../../../../ui/link.tsx';

const rooms = [
  { to: '/courses', name: 'Browse Courses', text: 'Lessons at your own pace.' },
  { to: '/learning-dashboard', name: 'Learning Hub', text: 'Where you are and what comes next.' },
  { to: '/curriculum', name: 'Curriculum', text: 'What the courses teach, in their order.' },
];

/** 'Learning Platform': the ways to courses, learning hub and curriculum [000 §2 Dashboard]. */
export const Learning = () => (
  <section className="learning" aria-labelledby="learning-title">
    <h2 id="learning-title">Learning Platform</h2>
    <div className="learn">
      {rooms.map(({ to, name, text }) => (
        <Link key={to} to={to}>
          <h3>{name}</h3>
          <p className="ink-2">{text}</p>
          <ArrowRight className="ic" aria-hidden="true" />
        </Link>
      ))}
    </div>
  </section>
);
