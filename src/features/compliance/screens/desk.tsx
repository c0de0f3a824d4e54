import { Link, Outlet, useLocation } from 'react-router';
import { roleAllows } from '../../../kernel/permissions.ts';
import { type StaffUser, useStaffUser } from '../../../ui/admin/frame.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { complianceActs } from '../acts.ts';
import { BreachesDue } from './parts/breaches-due.tsx';

const root = '/admin/aml-compliance';

/** Keeps the current tab visible on phones, where tabs scroll sideways. */
const scrollIntoView = (link: HTMLAnchorElement | null) =>
  link?.scrollIntoView?.({ block: 'nearest', inline: 'center' });

const tabs = [
  { to: root, name: 'Alerts', permission: complianceActs.work },
  { to: `${root}/cases`, name: 'Cases', permission: complianceActs.work },
  { to: `${root}/reports`, name: 'Reports', permission: complianceActs.report },
  { to: `${root}/rules`, name: 'Rules', permission: complianceActs.work },
  { to: `${root}/lists`, name: 'Lists', permission: complianceActs.work },
  { to: `${root}/customers`, name: 'Customers', permission: complianceActs.work },
  { to: `${root}/breaches`, name: 'Breaches', permission: complianceActs.work },
] as const;

type TabsBarProps = { person: StaffUser; isHere: (to: string) => boolean };

function TabsBar({ person, isHere }: TabsBarProps) {
  return (
    <nav className="places" aria-label="Compliance">
      {tabs
        .filter(({ permission }) => roleAllows(permission, person.roles))
        .map(({ to, name }) => (
          <Link
            key={to}
            ref={isHere(to) ? scrollIntoView : undefined}
            to={to}
            aria-current={isHere(to) ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
    </nav>
  );
}

const NoAccess = ({ text }: { text: string }) => (
  <div className="panel">
    <div className="in">
      <h1 className="title">Compliance</h1>
      <Notice>{text}</Notice>
    </div>
  </div>
);

export default function ComplianceLayout() {
  const person = useStaffUser();
  const { pathname } = useLocation();
  const isHere = (to: string) => pathname === to || (to !== root && pathname.startsWith(`${to}/`));
  if (!roleAllows(complianceActs.work, person.roles))
    return <NoAccess text="Your role does not include this. Ask compliance or an admin." />;
  const closed = tabs.some(({ to, permission }) => isHere(to) && !roleAllows(permission, person.roles));
  return (
    <div className="compliance">
      <TabsBar person={person} isHere={isHere} />
      <BreachesDue />
      {closed ? (
        <NoAccess text="Only the compliance role can see reports, not even admins." />
      ) : (
        <Outlet context={person} />
      )}
    </div>
  );
}
