import { useQuery } from '@tanstack/react-query';
import { isFor } from '../../../kernel/acts.ts';
import { factorNeeded } from '../../../kernel/factor-needed.ts';
import { api } from '../../../ui/client.ts';
import { DeskBar } from '../../../ui/desk/bar.tsx';
import { DeskFrame, type DeskPerson } from '../../../ui/desk/frame.tsx';
import deskStyles from '../../../ui/look-desk.css?url';
import { auditActs } from '../../audit/acts.ts';
import { authoringActs } from '../../authoring/acts.ts';
import { bankLineActs } from '../../bank-lines/acts.ts';
import { classActs } from '../../classes/acts.ts';
import { complianceActs } from '../../compliance/acts.ts';
import { identityActs } from '../../identity/acts.ts';
import { launchActs } from '../../launches/acts.ts';
import { letterActs } from '../../letters/acts.ts';
import { newsActs } from '../../news/acts.ts';
import { paymentActs } from '../../payments/acts.ts';
import { projectActs } from '../../projects/acts.ts';
import { roleActs } from '../../roles/acts.ts';
import { scamActs } from '../../scam-reports/acts.ts';
import { settingActs } from '../../settings/acts.ts';
import { systemActs } from '../../system/acts.ts';
import { orderActs, unassignedActs } from '../../trading/acts.ts';
import { workshopActs } from '../../workshops/acts.ts';

/** The places of the desk, and for whom; what is worked on most stands first, where the bar has room for it. */
const groups = [
  {
    name: 'Money',
    places: [
      { to: '/admin', name: 'Orders', below: '/admin/orders/', act: orderActs.viewStaffSide },
      { to: '/admin/payments', name: 'Payments', below: '/admin/payments/', act: paymentActs.queue },
      { to: '/admin/bank-lines', name: 'Bank lines', below: '/admin/bank-lines', act: bankLineActs.read },
      { to: '/admin/unassigned', name: 'Unassigned', below: '/admin/unassigned', act: unassignedActs.read },
    ],
  },
  {
    name: 'Customers',
    places: [
      { to: '/admin/identity', name: 'Identity', below: '/admin/identity/', act: identityActs.look },
      { to: '/admin/aml-compliance', name: 'Compliance', below: '/admin/aml-compliance/', act: complianceActs.work },
      { to: '/admin/customers', name: 'Customers', below: '/admin/customers/', act: identityActs.look },
      { to: '/admin/scams', name: 'Scams', below: '/admin/scams/', act: scamActs.read },
      { to: '/admin/launches', name: 'Launches', below: '/admin/launches/', act: launchActs.look },
    ],
  },
  {
    name: 'Learning',
    places: [
      { to: '/admin/workshops', name: 'Workshops', below: '/admin/workshops/', act: workshopActs.see },
      { to: '/admin/courses', name: 'Courses', below: '/admin/courses/', act: authoringActs.write },
      { to: '/admin/classes', name: 'Classes', below: '/admin/classes', act: classActs.write },
      { to: '/admin/projects', name: 'Projects', below: '/admin/projects/', act: projectActs.look },
    ],
  },
  {
    name: 'The house',
    places: [
      { to: '/admin/settings', name: 'Settings', below: '/admin/settings/', act: settingActs.read },
      { to: '/admin/letters', name: 'Letters', below: '/admin/letters/', act: letterActs.read },
      { to: '/admin/news', name: 'News', below: '/admin/news', act: newsActs.read },
      { to: '/admin/staff', name: 'Staff', below: '/admin/staff/', act: roleActs.read },
      { to: '/admin/audit', name: 'Audit', below: '/admin/audit/', act: auditActs.read },
      { to: '/admin/system', name: 'System', below: '/admin/system/', act: systemActs.read },
    ],
  },
] as const;

function Bar({ person }: { person: DeskPerson }) {
  const queue = useQuery(
    api.desk.queue.queryOptions({ input: {}, enabled: isFor(orderActs.viewStaffSide, person.roles) }),
  );
  const identity = useQuery(
    api.identity.queue.queryOptions({ input: {}, enabled: isFor(identityActs.look, person.roles) }),
  );
  const payments = useQuery(api.paymentsDesk.count.queryOptions({ enabled: isFor(paymentActs.queue, person.roles) }));
  const unassigned = useQuery(api.unassigned.count.queryOptions({ enabled: isFor(unassignedActs.read, person.roles) }));
  const bankLines = useQuery(api.bankLines.count.queryOptions({ enabled: isFor(bankLineActs.read, person.roles) }));
  const projects = useQuery(api.projectsDesk.count.queryOptions({ enabled: isFor(projectActs.look, person.roles) }));
  const launches = useQuery(api.launchesDesk.count.queryOptions({ enabled: isFor(launchActs.look, person.roles) }));
  const scams = useQuery(api.scamDesk.count.queryOptions({ enabled: isFor(scamActs.read, person.roles) }));
  const alerts = useQuery(
    api.compliance.alerts.queryOptions({ input: {}, enabled: isFor(complianceActs.work, person.roles) }),
  );
  const waiting: Readonly<Record<string, number | undefined>> = {
    '/admin': queue.data?.counts.all,
    '/admin/payments': payments.data?.waiting,
    '/admin/bank-lines': bankLines.data?.open,
    '/admin/unassigned': unassigned.data?.open,
    '/admin/identity': identity.data?.counts.all,
    '/admin/launches': launches.data?.waiting,
    '/admin/projects': projects.data?.waiting,
    '/admin/scams': scams.data?.waiting,
    '/admin/aml-compliance': alerts.data?.counts.open,
  };
  const own = groups.map(({ name, places }) => ({
    name,
    places: places
      .filter(({ act }) => isFor(act, person.roles))
      .map((place) => ({ ...place, waiting: waiting[place.to] })),
  }));
  return <DeskBar person={person} groups={own.filter(({ places }) => places.length > 0)} />;
}

export const handle = { frame: 'desk' };

export const links = () => [{ rel: 'stylesheet', href: deskStyles }];

/** The layout of the desk: its places, and how much waits at each. */
export default function Desk() {
  return <DeskFrame factorNeeded={factorNeeded} bar={(person) => <Bar person={person} />} />;
}
