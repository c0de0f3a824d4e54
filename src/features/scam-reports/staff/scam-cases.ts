import { paginate } from '../../../kernel/pagination.ts';
import { isSamePerson, roleAllows } from '../../../kernel/permissions.ts';
import { audit, auditView, byStaff } from '../../../platform/audit.ts';
import { type Db, publishTopic, type SessionUser } from '../../../platform/database/database.ts';
import { mapConstraintViolation } from '../../../platform/database/database-faults.ts';
import { staff } from '../../../platform/http/procedure.ts';
import { findOpenProposalsOn } from '../../approvals/decide.ts';
import { collectIndicators } from '../facts.ts';
import { scamPermissions } from '../permissions.ts';
import {
  addNote,
  countWaiting,
  findCase,
  findCases,
  findIndicators,
  findNotes,
  findPublications,
  findRelatedCases,
  findReports,
  findSubmissions,
  findVerdicts,
  type ScamCase,
  separateReport,
  setShared,
  storeMerge,
} from './case-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import type { Warning } from './publish-store.ts';
import { findVerdictReason } from './reasons.ts';
import {
  AddCaseNote,
  CasePage,
  CaseRef,
  JoinCases,
  JudgeCase,
  MarkCommon,
  SeparateReport,
  SubmissionPage,
  supportsWarning,
} from './schema.ts';
import { beginReview, findReportToAnswer, insertVerdict } from './verdict-store.ts';

type StaffContext = Parameters<typeof byStaff>[0] & { readonly tx: Db; readonly person: SessionUser };

/** Throws `own_matter` when the reviewer reported this case from any of their accounts. */
export function assertNoConflict(person: SessionUser, { reporters }: Pick<ScamCase, 'reporters'>): void {
  if (reporters.some((reporter) => isSamePerson(person, reporter))) refuse('approvals.own_matter', {});
}

/** Finds a case that the reviewer did not report. `lock` locks it until the transaction ends. */
export async function loadCase({ tx, person }: StaffContext, id: string, lock = false): Promise<ScamCase> {
  const found = (await findCase(tx, id, lock)) ?? refuse('scam_desk.not_found', {});
  assertNoConflict(person, found);
  return found;
}

type Change = {
  readonly action: string;
  readonly reasonCode?: string;
  readonly before?: object;
  readonly after?: object;
};

/** Audits a change of a case, and refreshes staff screens. */
export async function recordCaseChange(context: StaffContext, caseId: string, change: Change): Promise<void> {
  await audit(context.tx, { ...byStaff(context), subjectType: 'scam_case', subjectId: caseId, ...change });
  publishTopic(context.tx, 'desk');
}

const pageSize = 50;

/** Lists all submissions with their case [001 §2 Scam Detector page, decision F10]. Excludes the reviewer's own. */
export const submissions = staff(scamPermissions.read)
  .input(SubmissionPage)
  .handler(async function submissions({ context: { tx, person }, input }) {
    const withReporter = roleAllows(scamPermissions.seeReporter, person.roles);
    const found = await findSubmissions(tx, { ...input, withReporter, limit: pageSize + 1 });
    const { page, next } = paginate(found, pageSize, ({ createdAt, id }) => ({ at: createdAt, id }));
    return { lines: page, next };
  });

const parseSearch = (search: string) =>
  collectIndicators(
    { name: search, website: search, contactInfo: search, text: search, facts: [] },
    { wallets: new Set(), tokens: new Set() },
  );

export const listCases = staff(scamPermissions.read)
  .input(CasePage)
  .handler(async function listCases({ context: { tx, services }, input: { search, ...input } }) {
    const searched = search === '' ? null : parseSearch(search);
    const rows = await findCases(tx, { ...input, searched, limit: pageSize + 1 });
    const { page, next } = paginate(rows, pageSize, ({ id, waitsSince, lastReportAt }) => ({
      at: (input.view === 'waiting' && waitsSince) || lastReportAt,
      id,
    }));
    return { lines: page, now: services.clock(), next };
  });

export const count = staff(scamPermissions.read).handler(async function count({ context: { tx } }) {
  return countWaiting(tx);
});

async function loadDetails({ tx, person }: StaffContext, found: ScamCase) {
  const { id, openedAt, waitsSince, people, verdictId, took } = found;
  const openProposals = await findOpenProposalsOn(tx, 'scam_warning', [id, ...took]);
  return {
    id,
    openedAt,
    waitsSince,
    people,
    verdictId,
    indicators: await findIndicators(tx, id),
    reports: await findReports(tx, id, roleAllows(scamPermissions.seeReporter, person.roles)),
    verdicts: await findVerdicts(tx, id),
    notes: await findNotes(tx, id),
    related: await findRelatedCases(tx, id),
    publications: await findPublications(tx, id),
    proposals: openProposals.map(({ payload, proposer, proposedBy, proposedAt, ...one }) => ({
      ...(payload as Warning),
      id: one.id,
      proposer,
      proposedAt,
      isOwn: isSamePerson(person, proposedBy),
    })),
    may: { judge: roleAllows(scamPermissions.judge, person.roles) },
  };
}

/** Returns a case with all details. Only compliance and admin see reporters. */
export const showCase = staff(scamPermissions.read)
  .errors(refusalCodes('scam_desk.not_found', 'approvals.own_matter'))
  .input(CaseRef)
  .handler(async function showCase({ context, input: { caseId } }) {
    const { tx, person, services } = context;
    const found = (await findCase(tx, caseId)) ?? refuse('scam_desk.not_found', {});
    if (found.mergedInto) return { movedTo: found.mergedInto };
    assertNoConflict(person, found);
    const entry = { action: 'scams.case_viewed', subjectType: 'scam_case', subjectId: caseId };
    await auditView(tx, services.clock(), { ...byStaff(context), ...entry });
    return loadDetails(context, found);
  });

export const note = staff(scamPermissions.read)
  .errors(refusalCodes('scam_desk.not_found', 'approvals.own_matter'))
  .input(AddCaseNote)
  .handler(async function note({ context, input: { caseId, text } }) {
    await loadCase(context, caseId);
    await addNote(context.tx, caseId, { text, now: context.services.clock() });
    await recordCaseChange(context, caseId, { action: 'scams.noted', after: { note: text } });
    return { done: true as const };
  });

/** Marks an indicator as shared, such as a bank's website, or removes the mark. */
export const markShared = staff(scamPermissions.judge)
  .errors(refusalCodes('scam_desk.not_found', 'approvals.own_matter', 'scam_desk.warned_of'))
  .input(MarkCommon)
  .handler(async function markShared({ context, input: { caseId, indicatorId, common, word } }) {
    const { tx } = context;
    await loadCase(context, caseId);
    if (!(await findIndicators(tx, caseId)).some(({ id }) => id === indicatorId)) refuse('scam_desk.not_found', {});
    const write = setShared(tx, indicatorId, { common, word });
    await mapConstraintViolation(write, 'warned_is_not_common', () => refuse('scam_desk.warned_of', {}));
    const entry = { action: 'scams.marked_common', subjectType: 'scam_indicator', subjectId: indicatorId };
    await audit(tx, { ...byStaff(context), ...entry, after: { common, word } });
    publishTopic(tx, 'desk');
    return { done: true as const };
  });

async function startReview(tx: Db, caseId: string): Promise<void> {
  for (const reporter of await beginReview(tx, caseId)) publishTopic(tx, 'standing', reporter);
}

export const review = staff(scamPermissions.judge)
  .errors(refusalCodes('scam_desk.not_found', 'approvals.own_matter'))
  .input(CaseRef)
  .handler(async function review({ context, input: { caseId } }) {
    await loadCase(context, caseId, true);
    await startReview(context.tx, caseId);
    await recordCaseChange(context, caseId, { action: 'scams.review_begun' });
    return { done: true as const };
  });

/** Stores a verdict with its checklist. The newest verdict counts; earlier verdicts stay on record. */
export const saveVerdict = staff(scamPermissions.judge)
  .errors(refusalCodes('scam_desk.not_found', 'approvals.own_matter'))
  .errors(refusalCodes('scam_desk.reason_unknown', 'scam_desk.checks_forbid'))
  .input(JudgeCase)
  .handler(async function saveVerdict({ context, input: { caseId, ...verdictInput } }) {
    const { tx, services } = context;
    const { verdict, reasonCode, checklist } = verdictInput;
    if ((await loadCase(context, caseId, true)).mergedInto) refuse('scam_desk.not_found', {});
    if (!findVerdictReason(verdict, reasonCode)) refuse('scam_desk.reason_unknown', {});
    if ((verdict === 'scam' || verdict === 'likely') && !supportsWarning(checklist))
      refuse('scam_desk.checks_forbid', {});
    const verdictId = await insertVerdict(tx, caseId, { ...verdictInput, now: services.clock() });
    await startReview(tx, caseId);
    await recordCaseChange(context, caseId, { action: 'scams.judged', reasonCode, after: { verdict, checklist } });
    return { verdictId };
  });

/** Merges two cases about the same scam (decision F7). `separate` undoes it report by report. */
export const mergeCases = staff(scamPermissions.judge)
  .errors(refusalCodes('scam_desk.not_found', 'approvals.own_matter', 'scam_desk.joined_before'))
  .input(JoinCases)
  .handler(async function mergeCases({ context, input: { caseId, otherId, word } }) {
    for (const id of [caseId, otherId]) await loadCase(context, id);
    const remainingId = await storeMerge(context.tx, { id: caseId, otherId, now: context.services.clock() });
    if (remainingId === null) return refuse('scam_desk.joined_before', {});
    const after = { joined: [caseId, otherId], note: word };
    await recordCaseChange(context, remainingId, { action: 'scams.cases_merged', after });
    return { caseId: remainingId };
  });

/** Moves a report and the indicators that only it names into its own case. */
export const separate = staff(scamPermissions.judge)
  .errors(refusalCodes('scam_desk.not_found', 'approvals.own_matter', 'scam_desk.report_alone'))
  .input(SeparateReport)
  .handler(async function separate({ context, input: { reportId, word } }) {
    const { tx } = context;
    const report = (await findReportToAnswer(tx, reportId, true)) ?? refuse('scam_desk.not_found', {});
    await loadCase(context, report.caseId);
    const caseId = await separateReport(tx, reportId);
    if (caseId === null) return refuse('scam_desk.report_alone', {});
    await audit(tx, {
      ...byStaff(context),
      action: 'scams.report_separated',
      subjectType: 'scam_report',
      subjectId: reportId,
      aboutId: report.userId,
      before: { scamCase: report.caseId },
      after: { scamCase: caseId, note: word },
    });
    publishTopic(tx, 'desk');
    return { caseId };
  });
