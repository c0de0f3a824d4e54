import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from 'react-router';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { type StaffUser, useStaffUser } from '../../../../ui/admin/frame.tsx';
import { api } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { FailedState } from '../../../../ui/states.tsx';
import { compliancePermissions } from '../../permissions.ts';

function BreachesDue() {
  const { data, error, refetch } = useQuery(api.compliance.breaches.queryOptions());
  // Reserves no space, because usually no breach is due.
  if (!data && !error) return <div className="skeleton" hidden />;
  if (!data)
    return (
      <div className="breaches-due">
        <FailedState text="We couldn't load the breaches." error={error} onRetry={() => void refetch()} />
      </div>
    );
  const due = data.lines.filter(({ commissionerNotifiedAt }) => commissionerNotifiedAt === null);
  const [first] = due;
  if (!first) return null;
  const late = due.filter(({ state }) => state === 'overdue').length;
  return (
    <div className="breaches-due">
      <Notice kind={late > 0 ? 'bad' : 'wait'}>
        Notify the Commissioner of{' '}
        <Link className="link" to="/admin/aml-compliance/breaches">
          {due.length === 1 ? 'a breach of personal data' : `${due.length} breaches of personal data`}
        </Link>{' '}
        by {formatDateTime(first.dueAt)}
        {late > 0 && `: ${late === 1 ? 'one is' : `${late} are`} overdue`}.
      </Notice>
    </div>
  );
}

const root = '/admin/aml-compliance';

/** Keeps the current tab visible on phones, where tabs scroll sideways. */
const scrollIntoView = (link: HTMLAnchorElement | null) =>
  link?.scrollIntoView?.({ block: 'nearest', inline: 'center' });

const tabs = [
  { to: root, name: 'Alerts', permission: compliancePermissions.work },
  { to: `${root}/cases`, name: 'Cases', permission: compliancePermissions.work },
  { to: `${root}/reports`, name: 'Reports', permission: compliancePermissions.report },
  { to: `${root}/rules`, name: 'Rules', permission: compliancePermissions.work },
  { to: `${root}/lists`, name: 'Lists', permission: compliancePermissions.work },
  { to: `${root}/customers`, name: 'Customers', permission: compliancePermissions.work },
  { to: `${root}/breaches`, name: 'Breaches', permission: compliancePermissions.work },
] as const;

type TabsBarProps = { person: StaffUser; isCurrentTab: (to: string) => boolean };

function TabsBar({ person, isCurrentTab }: TabsBarProps) {
  return (
    <nav className="places" aria-label="Compliance">
      {tabs
        .filter(({ permission }) => roleAllows(permission, person.roles))
        .map(({ to, name }) => (
          <Link
            key={to}
            ref={isCurrentTab(to) ? scrollIntoView : undefined}
            to={to}
            aria-current={isCurrentTab(to) ? 'page' : undefined}
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
  const isCurrentTab = (to: string) => pathname === to || (to !== root && pathname.startsWith(`${to}/`));
  if (!roleAllows(compliancePermissions.work, person.roles))
    return <NoAccess text="Your role doesn't give you access to this page. Ask compliance or an admin." />;
  const closed = tabs.some(({ to, permission }) => isCurrentTab(to) && !roleAllows(permission, person.roles));
  return (
    <div className="compliance">
      <TabsBar person={person} isCurrentTab={isCurrentTab} />
      <BreachesDue />
      {closed ? (
        <NoAccess text="Only the compliance role can see reports, not even admins." />
      ) : (
        <Outlet context={person} />
      )}
    </div>
  );
}
