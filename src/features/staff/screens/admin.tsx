import { useQuery } from '@tanstack/react-query';
import { mfaRequiredMessage, roleAllows } from '../../../kernel/permissions.ts';
import { AdminFrame, type StaffUser } from '../../../ui/admin/frame.tsx';
import { AdminBar } from '../../../ui/admin/navigation-bar.tsx';
import { api } from '../../../ui/client.ts';
import adminStyles from '../../../ui/styles-admin.css?url';
import { auditPermissions } from '../../audit/permissions.ts';
import { bankLinePermissions } from '../../bank-reconciliation/permissions.ts';
import { compliancePermissions } from '../../compliance/permissions.ts';
import { discountPermissions } from '../../discounts/permissions.ts';
import { helpPermissions } from '../../help/permissions.ts';
import { identityPermissions } from '../../kyc/permissions.ts';
import { launchPermissions } from '../../launches/permissions.ts';
import { authoringPermissions, projectPermissions } from '../../learning/permissions.ts';
import { newsPermissions } from '../../notifications/news/permissions.ts';
import { paymentPermissions } from '../../payments/permissions.ts';
import { scamPermissions } from '../../scam-reports/permissions.ts';
import { settingPermissions } from '../../settings/permissions.ts';
import { announcementPermissions } from '../../status/permissions.ts';
import { systemPermissions } from '../../system/permissions.ts';
import { orderPermissions, unallocatedPermissions } from '../../trading/permissions.ts';
import { workshopPermissions } from '../../workshops/permissions.ts';
import { rolePermissions } from '../roles/permissions.ts';

/** Admin pages with their permissions. The most used pages come first, as space in the bar is limited. */
const menuGroups = [
  {
    name: 'Money',
    places: [
      { to: '/admin', name: 'Orders', below: '/admin/orders/', permission: orderPermissions.viewStaffSide },
      { to: '/admin/payments', name: 'Payments', below: '/admin/payments/', permission: paymentPermissions.queue },
      { to: '/admin/bank-lines', name: 'Bank lines', below: '/admin/bank-lines', permission: bankLinePermissions.read },
      {
        to: '/admin/unallocated-funds',
        name: 'Unallocated',
        below: '/admin/unallocated-funds',
        permission: unallocatedPermissions.read,
      },
    ],
  },
  {
    name: 'Customers',
    places: [
      { to: '/admin/identity', name: 'Identity', below: '/admin/identity/', permission: identityPermissions.look },
      {
        to: '/admin/aml-compliance',
        name: 'Compliance',
        below: '/admin/aml-compliance/',
        permission: compliancePermissions.work,
      },
      { to: '/admin/customers', name: 'Customers', below: '/admin/customers/', permission: identityPermissions.look },
      { to: '/admin/help', name: 'Help', below: '/admin/help/', permission: helpPermissions.answer },
      { to: '/admin/scams', name: 'Scams', below: '/admin/scams/', permission: scamPermissions.read },
      { to: '/admin/launches', name: 'Launches', below: '/admin/launches/', permission: launchPermissions.look },
    ],
  },
  {
    name: 'Learning',
    places: [
      { to: '/admin/workshops', name: 'Workshops', below: '/admin/workshops/', permission: workshopPermissions.see },
      { to: '/admin/courses', name: 'Courses', below: '/admin/courses/', permission: authoringPermissions.write },
      { to: '/admin/projects', name: 'Projects', below: '/admin/projects/', permission: projectPermissions.view },
    ],
  },
  {
    name: 'Company',
    places: [
      { to: '/admin/settings', name: 'Settings', below: '/admin/settings/', permission: settingPermissions.read },
      {
        to: '/admin/discounts',
        name: 'Discounts',
        below: '/admin/discounts',
        permission: discountPermissions.read,
      },
      { to: '/admin/news', name: 'News', below: '/admin/news', permission: newsPermissions.read },
      {
        to: '/admin/announcements',
        name: 'Announcements',
        below: '/admin/announcements',
        permission: announcementPermissions.read,
      },
      { to: '/admin/staff', name: 'Staff', below: '/admin/staff/', permission: rolePermissions.read },
      { to: '/admin/audit', name: 'Audit', below: '/admin/audit/', permission: auditPermissions.read },
      { to: '/admin/system', name: 'System', below: '/admin/system/', permission: systemPermissions.read },
    ],
  },
] as const;

function Bar({ person }: { person: StaffUser }) {
  const queue = useQuery(
    api.desk.queue.queryOptions({ input: {}, enabled: roleAllows(orderPermissions.viewStaffSide, person.roles) }),
  );
  const identity = useQuery(
    api.identity.queue.queryOptions({ input: {}, enabled: roleAllows(identityPermissions.look, person.roles) }),
  );
  const payments = useQuery(
    api.paymentsDesk.count.queryOptions({ enabled: roleAllows(paymentPermissions.queue, person.roles) }),
  );
  const unallocated = useQuery(
    api.unallocated.count.queryOptions({ enabled: roleAllows(unallocatedPermissions.read, person.roles) }),
  );
  const bankLines = useQuery(
    api.bankLines.count.queryOptions({ enabled: roleAllows(bankLinePermissions.read, person.roles) }),
  );
  const projects = useQuery(
    api.projectsDesk.count.queryOptions({ enabled: roleAllows(projectPermissions.view, person.roles) }),
  );
  const launches = useQuery(
    api.launchesDesk.count.queryOptions({ enabled: roleAllows(launchPermissions.look, person.roles) }),
  );
  const help = useQuery(api.helpDesk.count.queryOptions({ enabled: roleAllows(helpPermissions.answer, person.roles) }));
  const scams = useQuery(api.scamDesk.count.queryOptions({ enabled: roleAllows(scamPermissions.read, person.roles) }));
  const alerts = useQuery(
    api.compliance.alerts.queryOptions({ input: {}, enabled: roleAllows(compliancePermissions.work, person.roles) }),
  );
  const waiting: Readonly<Record<string, number | undefined>> = {
    '/admin': queue.data?.counts.all,
    '/admin/payments': payments.data?.waiting,
    '/admin/bank-lines': bankLines.data?.open,
    '/admin/unallocated-funds': unallocated.data?.open,
    '/admin/identity': identity.data?.counts.all,
    '/admin/help': help.data?.waiting,
    '/admin/launches': launches.data?.waiting,
    '/admin/projects': projects.data?.waiting,
    '/admin/scams': scams.data?.waiting,
    '/admin/aml-compliance': alerts.data?.counts.open,
  };
  const visibleGroups = menuGroups.map(({ name, places }) => ({
    name,
    places: places
      .filter(({ permission }) => roleAllows(permission, person.roles))
      .map((item) => ({ ...item, waiting: waiting[item.to] })),
  }));
  return <AdminBar person={person} groups={visibleGroups.filter(({ places }) => places.length > 0)} />;
}

export const handle = { frame: 'desk' };

export const links = () => [{ rel: 'stylesheet', href: adminStyles }];

/** Layout of the admin area. Shows the number of waiting items per page. */
export default function AdminHome() {
  return <AdminFrame mfaRequiredMessage={mfaRequiredMessage} bar={(person) => <Bar person={person} />} />;
}
