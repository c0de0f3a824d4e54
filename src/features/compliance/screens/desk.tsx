import { Link, Outlet, useLocation } from 'react-router';
import { isFor } from '../../../kernel/acts.ts';
import { type DeskPerson, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { complianceActs } from '../acts.ts';
import { BreachesDue } from './parts/breaches-due.tsx';

const root = '/admin/aml-compliance';

/** On a phone the places scroll sideways: the one where somebody is must be seen. */
const intoView = (link: HTMLAnchorElement | null) => link?.scrollIntoView?.({ block: 'nearest', inline: 'center' });

/** The places of the compliance desk. Reports of suspicion are for the role `compliance` alone. */
const places = [
  { to: root, name: 'Alerts', act: complianceActs.work },
  { to: `${root}/cases`, name: 'Cases', act: complianceActs.work },
  { to: `${root}/reports`, name: 'Reports', act: complianceActs.report },
  { to: `${root}/rules`, name: 'Rules', act: complianceActs.work },
  { to: `${root}/lists`, name: 'Lists', act: complianceActs.work },
  { to: `${root}/customers`, name: 'Customers', act: complianceActs.work },
  { to: `${root}/breaches`, name: 'Breaches', act: complianceActs.work },
  { to: `${root}/figures`, name: 'Figures', act: complianceActs.work },
] as const;

type PlacesBarProps = { person: DeskPerson; isHere: (to: string) => boolean };

function PlacesBar({ person, isHere }: PlacesBarProps) {
  return (
    <nav className="places" aria-label="Compliance">
      {places
        .filter(({ act }) => isFor(act, person.roles))
        .map(({ to, name }) => (
          <Link key={to} ref={isHere(to) ? intoView : undefined} to={to} aria-current={isHere(to) ? 'page' : undefined}>
            {name}
          </Link>
        ))}
    </nav>
  );
}

/** In place of what a role does not work on: said, not hidden, since everybody here is of the staff. */
const ForOthers = ({ text }: { text: string }) => (
  <div className="panel">
    <div className="in">
      <h1 className="title">Compliance</h1>
      <Notice>{text}</Notice>
    </div>
  </div>
);

/** The layout of compliance: its own places, and closed to other roles. */
export default function ComplianceDesk() {
  const person = useDeskPerson();
  const { pathname } = useLocation();
  const isHere = (to: string) => pathname === to || (to !== root && pathname.startsWith(`${to}/`));
  if (!isFor(complianceActs.work, person.roles))
    return <ForOthers text="Your role does not include this. Compliance or admin work on it." />;
  const closed = places.some(({ to, act }) => isHere(to) && !isFor(act, person.roles));
  return (
    <div className="compliance">
      <PlacesBar person={person} isHere={isHere} />
      <BreachesDue />
      {closed ? (
        <ForOthers text="Reports are for the role compliance alone, not for admin either." />
      ) : (
        <Outlet context={person} />
      )}
    </div>
  );
}
