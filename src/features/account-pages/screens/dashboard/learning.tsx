import { ArrowRight } from 'lucide-react';
import { Link } from '../../../../ui/link.tsx';

const links = [
  { to: '/courses', name: 'Browse Courses', text: 'Lessons at your own pace.' },
  { to: '/learning-dashboard', name: 'Learning Hub', text: 'Your progress and what comes next.' },
  { to: '/curriculum', name: 'Curriculum', text: 'What our courses teach, step by step.' },
];

/** 'Learning Platform': links to courses, learning hub and curriculum [000 §2 Dashboard]. */
export const Learning = () => (
  <section className="learning" aria-labelledby="learning-title">
    <h2 id="learning-title">Learning Platform</h2>
    <div className="learn">
      {links.map(({ to, name, text }) => (
        <Link key={to} to={to}>
          <h3>{name}</h3>
          <p className="ink-2">{text}</p>
          <ArrowRight className="ic" aria-hidden="true" />
        </Link>
      ))}
    </div>
  </section>
);
