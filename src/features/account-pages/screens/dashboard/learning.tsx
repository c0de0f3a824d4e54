import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { screens } from '../../../../screens.ts';
import { Link } from '../../../../ui/link.tsx';

const rooms = [
  { to: '/courses', name: 'Browse Courses', text: 'Lessons at your own pace.' },
  { to: '/learning-dashboard', name: 'Learning Hub', text: 'Where you are and what comes next.' },
  { to: '/curriculum', name: 'Curriculum', text: 'What the courses teach, in their order.' },
];

function Room({ to, children }: { to: string; children: ReactNode }) {
  if (!screens.includes(to)) return <div>{children}</div>;
  return (
    <Link to={to}>
      {children}
      <ArrowRight className="ic" aria-hidden="true" />
    </Link>
  );
}

/** The ways to the courses [000 §2]; of a room that we do not have yet it is said that it opens soon. */
export const Learning = () => (
  <section className="learning" aria-labelledby="learning-title">
    <h2 id="learning-title">Learning Platform</h2>
    <div className="learn">
      {rooms.map(({ to, name, text }) => (
        <Room key={to} to={to}>
          <h3>{name}</h3>
          <p className="ink-2">{text}</p>
          {!screens.includes(to) && <p className="t-xs ink-3">Opens soon</p>}
        </Room>
      ))}
    </div>
  </section>
);
