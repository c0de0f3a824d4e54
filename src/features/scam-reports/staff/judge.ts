import { audit, byStaff } from '../../../platform/audit.ts';
import { type Db, publishTopic } from '../../../platform/database/database.ts';
import { staff } from '../../../platform/http/procedure.ts';
import { scamPermissions } from '../permissions.ts';
import { findCase } from './case-store.ts';
import { supportsWarning } from './checklist.ts';
import { assertNoConflict } from './conflict-of-interest.ts';
import { refusalCodes, refuse } from './messages.ts';
import { findVerdictReason } from './reasons.ts';
import { CaseRef, JudgeCase } from './schema.ts';
import { beginReview, insertVerdict } from './verdict-store.ts';

async function startReview(tx: Db, matterId: string): Promise<void> {
  for (const reporter of await beginReview(tx, matterId)) publishTopic(tx, 'standing', reporter);
}

export const review = staff(scamPermissions.judge)
  .errors(refusalCodes('scam_desk.not_found', 'approvals.own_matter'))
  .input(CaseRef)
  .handler(async function review({ context, input: { matterId } }) {
    const { tx, person } = context;
    assertNoConflict(person, (await findCase(tx, matterId, true)) ?? refuse('scam_desk.not_found', {}));
    await startReview(tx, matterId);
    const what = { action: 'scams.review_begun', subjectType: 'scam_matter', subjectId: matterId };
    await audit(tx, { ...byStaff(context), ...what });
    publishTopic(tx, 'desk');
    return { done: true as const };
  });

/** Stores a verdict with its checklist. The newest verdict counts; earlier verdicts stay on record. */
export const judge = staff(scamPermissions.judge)
  .errors(refusalCodes('scam_desk.not_found', 'approvals.own_matter'))
  .errors(refusalCodes('scam_desk.reason_unknown', 'scam_desk.checks_forbid'))
  .input(JudgeCase)
  .handler(async function judge({ context, input: { matterId, ...judged } }) {
    const { tx, person, services } = context;
    const found = (await findCase(tx, matterId, true)) ?? refuse('scam_desk.not_found', {});
    if (found.mergedInto) refuse('scam_desk.not_found', {});
    assertNoConflict(person, found);
    const { verdict, reasonCode, checklist } = judged;
    if (!findVerdictReason(verdict, reasonCode)) refuse('scam_desk.reason_unknown', {});
    if ((verdict === 'scam' || verdict === 'likely') && !supportsWarning(checklist))
      refuse('scam_desk.checks_forbid', {});
    const id = await insertVerdict(tx, matterId, { ...judged, now: services.clock() });
    await startReview(tx, matterId);
    const what = { action: 'scams.judged', subjectType: 'scam_matter', subjectId: matterId, reasonCode };
    await audit(tx, { ...byStaff(context), ...what, after: { verdict, checklist } });
    publishTopic(tx, 'desk');
    return { verdictId: id };
  });
