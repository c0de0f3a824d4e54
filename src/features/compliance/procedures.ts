import type { Permission } from '../../kernel/permissions.ts';
import { type AuditEntry, audit, byStaff } from '../../platform/audit.ts';
import { type Db, publishTopic, type SessionUser } from '../../platform/database/database.ts';
import { type Services, staff } from '../../platform/http/procedure.ts';
import { refusalCodes } from './messages.ts';
import { compliancePermissions } from './permissions.ts';

export type StaffContext = { services: Services; tx: Db; person: SessionUser; request: { id: string } };

export const complianceProcedure = (permission: Permission = compliancePermissions.work) =>
  staff(permission).errors(
    refusalCodes(
      'approvals.own_matter',
      'compliance.alert_not_found',
      'compliance.case_not_found',
      'compliance.customer_not_found',
      'compliance.not_now',
    ),
  );

export const strProcedure = () =>
  staff(compliancePermissions.report).errors(
    refusalCodes('compliance.report_not_found', 'compliance.case_not_found', 'compliance.not_now'),
  );

type AuditedField = 'action' | 'subjectType' | 'subjectId' | 'before' | 'after' | 'reasonCode' | 'forRole';
/** `aboutId`: the customer concerned, who cannot read the entry, even as staff. */
type AuditedChange = Pick<AuditEntry, AuditedField> & { readonly aboutId: string | null };

export const toSubject = (subjectType: string, subjectId: string, aboutId: string | null) => ({
  subjectType,
  subjectId,
  aboutId,
});

/** Writes an audit entry and publishes a live update. */
export async function auditChange(staffContext: StaffContext, change: AuditedChange): Promise<void> {
  await auditView(staffContext, change);
  publishTopic(staffContext.tx, 'compliance');
}

/** Writes an audit entry for a view, without a live update. */
export const auditView = (staffContext: Omit<StaffContext, 'services'>, change: AuditedChange): Promise<void> =>
  audit(staffContext.tx, { ...byStaff(staffContext), ...change });

type ReportChange = Pick<AuditedChange, 'action' | 'before' | 'after'>;
type ReportSubject = { readonly id: string; readonly customerId: string | null };

/** Writes an audit entry for a changed report, which only `compliance` can read. */
export async function auditReportChange(
  staffContext: StaffContext,
  report: ReportSubject,
  change: ReportChange,
): Promise<void> {
  await auditReportView(staffContext, report, change);
  publishTopic(staffContext.tx, 'compliance');
}

/** Writes an audit entry for a viewed report, which only `compliance` can read. */
export const auditReportView = (
  staffContext: Omit<StaffContext, 'services'>,
  { id, customerId }: ReportSubject,
  change: ReportChange,
): Promise<void> =>
  auditView(staffContext, { ...change, ...toSubject('str_report', id, customerId), forRole: 'compliance' });
