import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Notice } from '../../../../ui/notice.tsx';
import { mayReadReports, mayWorkCompliance } from '../../../staff/permissions.ts';
import type { DeskPerson } from '../../../staff/screens/desk/data.ts';
import { DeskFrame, intoView } from '../../../staff/screens/desk/frame.tsx';
import { BreachesDue } from './breaches-due.tsx';

const root = '/admin/aml-compliance';

/** The places of the compliance desk. Reports of suspicion are for the role `compliance` alone. */
const places = [
  { to: root, name: 'Alerts', may: mayWorkCompliance },
  { to: `${root}/cases`, name: 'Cases', may: mayWorkCompliance },
  { to: `${root}/reports`, name: 'Reports', may: mayReadReports },
  { to: `${root}/rules`, name: 'Rules', may: mayWorkCompliance },
  { to: `${root}/lists`, name: 'Lists', may: mayWorkCompliance },
  { to: `${root}/customers`, name: 'Customers', may: mayWorkCompliance },
  { to: `${root}/breaches`, name: 'Breaches', may: mayWorkCompliance },
  { to: `${root}/figures`, name: 'Figures', may: mayWorkCompliance },
] as const;

function PlacesBar({ person }: { person: DeskPerson }) {
  const { pathname } = useLocation();
  const isHere = (to: string) => pathname === to || (to !== root && pathname.startsWith(`${to}/`));
  return (
    <nav className="places" aria-label="Compliance">
      {places
        .filter(({ may }) => may(person.roles))
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

type ComplianceFrameProps = {
  /** A page for the compliance officers alone. */
  officersOnly?: boolean;
  children: (person: DeskPerson) => ReactNode;
};

/** Every page of the compliance desk stands in here: the desk's bar, its own places, and closed to other roles. */
export function ComplianceFrame({ officersOnly = false, children }: ComplianceFrameProps) {
  return (
    <DeskFrame>
      {(person) => {
        if (!mayWorkCompliance(person.roles))
          return <ForOthers text="Your role does not include this. Compliance or admin work on it." />;
        return (
          <div className="compliance">
            <PlacesBar person={person} />
            <BreachesDue />
            {officersOnly && !mayReadReports(person.roles) ? (
              <ForOthers text="Reports are for the role compliance alone, not for admin either." />
            ) : (
              children(person)
            )}
          </div>
        );
      }}
    </DeskFrame>
  );
}
