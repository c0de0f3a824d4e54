import { paginate } from '../../../kernel/pagination.ts';
import { isSamePerson } from '../../../kernel/permissions.ts';
import { audit, byStaff } from '../../../platform/audit.ts';
import { publishTopic } from '../../../platform/database/database.ts';
import { mapConstraintViolation } from '../../../platform/database/database-faults.ts';
import { staff } from '../../../platform/http/procedure.ts';
import { scamPermissions } from '../permissions.ts';
import { complete, decline, generateReportPdf } from './complete-report.ts';
import { refusalCodes, refuse } from './messages.ts';
import { decideWarning, proposeWarning, withdrawWarning } from './publish.ts';
import { findAppeals, lockAppeal, storeAnswer, withdrawPublication } from './publish-store.ts';
import { findAppealReason } from './reasons.ts';
import {
  count,
  listCases,
  loadCase,
  markShared,
  mergeCases,
  note,
  review,
  saveVerdict,
  separate,
  showCase,
  submissions,
} from './scam-cases.ts';
import { AnswerAppeal, AppealPage } from './schema.ts';

const pageSize = 50;

/** Lists appeals. Support has no access, because an appeal identifies its appellant. */
const appeals = staff(scamPermissions.judge)
  .input(AppealPage)
  .handler(async function appeals({ context: { tx }, input }) {
    const rows = await findAppeals(tx, { ...input, limit: pageSize + 1 });
    const { page: lines, next } = paginate(rows, pageSize, ({ at, id }) => ({ at, id }));
    return { lines, next };
  });

/** Answers an appeal and emails the appellant. Upholding the appeal withdraws the warning. */
const answerAppeal = staff(scamPermissions.judge)
  .errors(refusalCodes('scam_desk.not_found', 'scam_desk.reason_unknown', 'scam_desk.appeal_answered'))
  .errors(refusalCodes('scam_desk.another_answers', 'approvals.own_matter'))
  .input(AnswerAppeal)
  .handler(async function answerAppeal({ context, input: { appealId, outcome, reasonCode, answer } }) {
    const { tx, person, services } = context;
    if (!findAppealReason(outcome, reasonCode)) refuse('scam_desk.reason_unknown', {});
    const locked = (await lockAppeal(tx, appealId)) ?? refuse('scam_desk.not_found', {});
    if (locked.state !== 'open') refuse('scam_desk.appeal_answered', {});
    if (locked.userId !== null && isSamePerson(person, locked.userId)) refuse('approvals.own_matter', {});
    await loadCase(context, locked.caseId);
    const now = services.clock();
    if (outcome === 'upheld' && locked.standing)
      await withdrawPublication(tx, locked.publicationId, { reasonCode: 'appeal', now });
    const write = storeAnswer(tx, appealId, { outcome, reasonCode, answer, now });
    await mapConstraintViolation(write, 'appeal_by_another', () => refuse('scam_desk.another_answers', {}));
    const entry = { action: 'scams.appeal_answered', subjectType: 'scam_appeal', subjectId: appealId, reasonCode };
    await audit(tx, { ...byStaff(context), ...entry, aboutId: locked.userId, after: { outcome, slug: locked.slug } });
    await services.jobs.enqueue(tx, 'scams.send_appeal_decision', { id: appealId });
    publishTopic(tx, 'desk');
    return { done: true as const };
  });

export const scamStaffApi = {
  cases: listCases,
  submissions,
  count,
  case: showCase,
  note,
  markShared,
  mergeCases,
  separate,
  review,
  saveVerdict,
  generateReport: generateReportPdf,
  complete,
  decline,
  appeals,
  answerAppeal,
  proposeWarning,
  decideWarning,
  withdrawWarning,
};
