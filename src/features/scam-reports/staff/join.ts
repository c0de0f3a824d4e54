import { audit, byStaff } from '../../../platform/audit.ts';
import { publishTopic } from '../../../platform/database/database.ts';
import { staff } from '../../../platform/http/procedure.ts';
import { scamPermissions } from '../permissions.ts';
import { findCase, joinCases, separateReport } from './case-store.ts';
import { assertNoConflict } from './conflict-of-interest.ts';
import { refusalCodes, refuse } from './messages.ts';
import { JoinCases, SeparateReport } from './schema.ts';
import { findReportToAnswer } from './verdict-store.ts';

/** Merges two cases about the same scam (decision F7). `separate` undoes it report by report. */
export const join = staff(scamPermissions.judge)
  .errors(refusalCodes('scam_desk.not_found', 'approvals.own_matter', 'scam_desk.joined_before'))
  .input(JoinCases)
  .handler(async function join({ context, input: { matterId, otherId, word } }) {
    const { tx, person, services } = context;
    for (const id of [matterId, otherId])
      assertNoConflict(person, (await findCase(tx, id)) ?? refuse('scam_desk.not_found', {}));
    const joined = await joinCases(tx, { id: matterId, otherId, now: services.clock() });
    if (joined === null) return refuse('scam_desk.joined_before', {});
    const what = { action: 'scams.matters_joined', subjectType: 'scam_matter', subjectId: joined };
    await audit(tx, { ...byStaff(context), ...what, after: { joined: [matterId, otherId], note: word } });
    publishTopic(tx, 'desk');
    return { matterId: joined };
  });

/** Moves a report and the indicators that only it names into its own case. */
export const separate = staff(scamPermissions.judge)
  .errors(refusalCodes('scam_desk.not_found', 'approvals.own_matter', 'scam_desk.report_alone'))
  .input(SeparateReport)
  .handler(async function separate({ context, input: { reportId, word } }) {
    const { tx, person } = context;
    const report = (await findReportToAnswer(tx, reportId, true)) ?? refuse('scam_desk.not_found', {});
    assertNoConflict(person, (await findCase(tx, report.matterId)) ?? refuse('scam_desk.not_found', {}));
    const matterId = await separateReport(tx, reportId);
    if (matterId === null) return refuse('scam_desk.report_alone', {});
    const what = { action: 'scams.report_separated', subjectType: 'scam_report', subjectId: reportId };
    await audit(tx, {
      ...byStaff(context),
      ...what,
      aboutId: report.userId,
      before: { matter: report.matterId },
      after: { matter: matterId, note: word },
    });
    publishTopic(tx, 'desk');
    return { matterId };
  });
