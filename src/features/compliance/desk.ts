import { type AuditEntry, audit } from '../../platform/audit.ts';
import { announce, type Db, type Person } from '../../platform/database.ts';
import { type Services, staffOnly } from '../../platform/procedure.ts';
import { mayRefuse } from './messages.ts';

/** What every act on a suspicion works with. */
export type Desk = { services: Services; tx: Db; person: Person; request: { id: string } };

/** The door of alerts and cases. */
export const officer = () =>
  staffOnly('compliance', 'admin').errors(
    mayRefuse(
      'approvals.own_matter',
      'compliance.alert_not_found',
      'compliance.case_not_found',
      'compliance.customer_not_found',
      'compliance.not_now',
    ),
  );

/** The door of reports: `compliance` alone. */
export const reporter = () =>
  staffOnly('compliance').errors(
    mayRefuse('compliance.report_not_found', 'compliance.case_not_found', 'compliance.not_now'),
  );

type Facts = 'action' | 'subjectType' | 'subjectId' | 'before' | 'after' | 'reasonCode' | 'forRole';
/** What was done, and the customer whose matter it is: they never read the line as staff. */
type Done = Pick<AuditEntry, Facts> & { readonly aboutId: string | null };

/** The audit line of an act, in its transaction, and the news for the screens. */
export async function record({ tx, person, request }: Desk, done: Done): Promise<void> {
  await look({ tx, person, request }, done);
  announce(tx, 'compliance');
}

/** The audit line of somebody looking: nothing changed, so nobody is told. */
export const look = ({ tx, person, request }: Omit<Desk, 'services'>, done: Done): Promise<void> =>
  audit(tx, { actorId: person.id, actorRole: person.roles.join(','), requestId: request.id, ...done });

type OnReport = Omit<Done, 'subjectType' | 'forRole'>;

/** The same of a report: a line that only `compliance` may read. */
export async function recordReport(desk: Desk, done: OnReport): Promise<void> {
  await lookAtReport(desk, done);
  announce(desk.tx, 'compliance');
}

/** Every look at a report is on record, for `compliance` alone. */
export const lookAtReport = (desk: Omit<Desk, 'services'>, done: OnReport): Promise<void> =>
  look(desk, { ...done, subjectType: 'str_report', forRole: 'compliance' });
