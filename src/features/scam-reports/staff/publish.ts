import type { Db, SessionUser } from '../../../platform/database/database.ts';
import { type Services, staff } from '../../../platform/http/procedure.ts';
import { defineProposal, findOpenProposalsOn, rejectionReason } from '../../approvals/decide.ts';
import { scamPermissions } from '../permissions.ts';
import { findUnsafeWord, isPublishable } from '../warning-texts.ts';
import { findIndicators, findVerdicts, lockActiveCase } from './case-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { insertPublication, lockPublication, type Warning, withdrawPublication } from './publish-store.ts';
import { findReason, withdrawReasons } from './reasons.ts';
import { assertNoConflict, loadCase, recordCaseChange } from './scam-cases.ts';
import { ProposeWarning, WithdrawWarning } from './schema.ts';

/** Builds a URL slug from the title. Part of the proposal id makes it unique. */
export function createSlug(title: string, proposalId: string): string {
  const titleSlug = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');
  return `${titleSlug === '' ? 'warning' : titleSlug}-${proposalId.replaceAll('-', '').slice(-10)}`;
}

const kind = 'scam_warning';

/** Checks the chosen indicators only. Otherwise a scammer could block a warning by reporting more indicators. */
async function checkChosen(tx: Db, caseId: string, ids: readonly string[]) {
  const chosen = (await findIndicators(tx, caseId)).filter(({ id }) => ids.includes(id));
  const [verdictId, ...others] = new Set(chosen.map((indicator) => indicator.verdictId));
  const currentVerdict = others.length === 0 && (await findVerdicts(tx, caseId)).find(({ id }) => id === verdictId);
  return {
    areAllPublishable: chosen.length === ids.length && !chosen.some(({ common }) => common),
    isAnyPublished: chosen.some(({ warned }) => warned),
    currentVerdict: currentVerdict || null,
  };
}

type StaffContext = { readonly tx: Db; readonly person: SessionUser; readonly services: Pick<Services, 'clock'> };

const warningProposal = defineProposal<StaffContext, Warning, string>({
  kind,
  /** Returns true while the proposal's verdict is still the current verdict on its indicators. */
  async stillValid({ tx, person }, { subject, payload }) {
    const scamCase = await lockActiveCase(tx, subject);
    if (!scamCase) return false;
    assertNoConflict(person, scamCase);
    const { areAllPublishable, isAnyPublished, currentVerdict } = await checkChosen(
      tx,
      scamCase.id,
      payload.indicators,
    );
    return areAllPublishable && !isAnyPublished && currentVerdict?.id === payload.verdictId;
  },
  async apply({ tx, services }, { id: proposalId, subject, payload }) {
    const caseId = (await lockActiveCase(tx, subject))?.id ?? subject;
    const slug = createSlug(payload.title, proposalId);
    await insertPublication(tx, caseId, { ...payload, slug, proposalId, now: services.clock() });
    return slug;
  },
});

/** Proposes a warning about chosen indicators of one case. Another reviewer must approve it. */
export const proposeWarning = staff(scamPermissions.propose)
  .errors(refusalCodes('scam_desk.not_found', 'scam_desk.not_publishable', 'scam_desk.published_before'))
  .errors(refusalCodes('scam_desk.other_indicators', 'scam_desk.unsafe_words'))
  .errors(refusalCodes('approvals.own_matter', 'approvals.already_open'))
  .input(ProposeWarning)
  .handler(async function proposeWarning({
    context,
    input: { caseId: requestedId, title, summary, indicators: chosen },
  }) {
    const { tx, person } = context;
    const found = (await lockActiveCase(tx, requestedId)) ?? refuse('scam_desk.not_found', {});
    const caseId = found.id;
    assertNoConflict(person, found);
    const indicators = [...new Set(chosen)];
    const { areAllPublishable, isAnyPublished, currentVerdict } = await checkChosen(tx, caseId, indicators);
    if (!areAllPublishable) refuse('scam_desk.other_indicators', {});
    if (!currentVerdict || !isPublishable(currentVerdict.verdict)) return refuse('scam_desk.not_publishable', {});
    const unsafe = findUnsafeWord(`${title}\n${summary}`);
    if (unsafe) refuse('scam_desk.unsafe_words', unsafe);
    if (isAnyPublished) refuse('scam_desk.published_before', {});
    const openProposals = await findOpenProposalsOn(tx, kind, [caseId, ...found.took]);
    if (openProposals.length > 0) refuse('approvals.already_open', {});
    const payload: Warning = {
      verdictId: currentVerdict.id,
      verdict: currentVerdict.verdict,
      title,
      summary,
      indicators,
    };
    const proposalId = await warningProposal.propose(context, { subject: caseId, payload });
    await recordCaseChange(context, caseId, { action: 'scams.warning_proposed', after: { proposalId, title } });
    return { proposalId };
  });

export const decideWarning = warningProposal.procedure.handler(async function decideWarning({ context, input }) {
  const { proposalId, decision } = input;
  const { applied: slug, ...decided } = await warningProposal.decide(context, input);
  const caseId = (await lockActiveCase(context.tx, decided.subject))?.id ?? decided.subject;
  const after = { proposalId, decision, ...rejectionReason(decided) };
  await recordCaseChange(context, caseId, { action: 'scams.warning_decided', after });
  return { caseId, slug };
});

/** Withdraws a warning with a reason. One reviewer is enough, because it only ends a statement. */
export const withdrawWarning = staff(scamPermissions.judge)
  .errors(refusalCodes('scam_desk.not_found', 'scam_desk.reason_unknown', 'approvals.own_matter'))
  .input(WithdrawWarning)
  .handler(async function withdrawWarning({ context, input: { publicationId, reasonCode } }) {
    const { tx, services } = context;
    if (!findReason(withdrawReasons, reasonCode)) refuse('scam_desk.reason_unknown', {});
    const { caseId, slug } = (await lockPublication(tx, publicationId)) ?? refuse('scam_desk.not_found', {});
    await loadCase(context, caseId);
    await withdrawPublication(tx, publicationId, { reasonCode, now: services.clock() });
    await recordCaseChange(context, caseId, {
      action: 'scams.warning_withdrawn',
      reasonCode,
      before: { publicationId, slug },
    });
    return { done: true as const };
  });
