import type { Act } from '../../kernel/acts.ts';
import { type AuditEntry, audit, byStaff } from '../../platform/audit.ts';
import { announce, type Db, type Person } from '../../platform/database.ts';
import { type Services, staffOnly } from '../../platform/procedure.ts';
import { complianceActs } from './acts.ts';
import { mayRefuse } from './messages.ts';

/** What every act on a suspicion works with. */
export type Desk = { services: Services; tx: Db; person: Person; request: { id: string } };

/** Whoever works on alerts and cases. */
export const officer = (act: Act = complianceActs.work) =>
  staffOnly(act).errors(
    mayRefuse(
      'approvals.own_matter',
      'compliance.alert_not_found',
      'compliance.case_not_found',
      'compliance.customer_not_found',
      'compliance.not_now',
    ),
  );

/** Whoever works on reports. */
export const reporter = () =>
  staffOnly(complianceActs.report).errors(
    mayRefuse('compliance.report_not_found', 'compliance.case_not_found', 'compliance.not_now'),
  );

type Facts = 'action' | 'subjectType' | 'subjectId' | 'before' | 'after' | 'reasonCode' | 'forRole';
/** What was done, and the customer whose matter it is: they never read the line as staff. */
type Done = Pick<AuditEntry, Facts> & { readonly aboutId: string | null };

/** The audit line of an act, in its transaction, and the news for the screens. */
export async function record(desk: Desk, done: Done): Promise<void> {
  await look(desk, done);
  announce(desk.tx, 'compliance');
}

/** The audit line of somebody looking: nothing changed, so nobody is told. */
export const look = (desk: Omit<Desk, 'services'>, done: Done): Promise<void> =>
  audit(desk.tx, { ...byStaff(desk), ...done });

type OnReport = Pick<Done, 'action' | 'before' | 'after'>;
type Reported = { readonly id: string; readonly customerId: string | null };

/** The same of a report: a line that only `compliance` may read. */
export async function recordReport(desk: Desk, report: Reported, done: OnReport): Promise<void> {
  await lookAtReport(desk, report, done);
  announce(desk.tx, 'compliance');
}

/** Every look at a report is on record, for `compliance` alone. */
export const lookAtReport = (
  desk: Omit<Desk, 'services'>,
  { id, customerId }: Reported,
  done: OnReport,
): Promise<void> =>
  look(desk, { ...done, subjectType: 'str_report', subjectId: id, aboutId: customerId, forRole: 'compliance' });
