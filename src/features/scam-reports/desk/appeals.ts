import { pageOf } from '../../../kernel/page.ts';
import { audit, byStaff } from '../../../platform/audit.ts';
import { announce, isOwn } from '../../../platform/database.ts';
import { unlessBroken } from '../../../platform/database-faults.ts';
import { staffOnly } from '../../../platform/procedure.ts';
import { scamActs } from '../acts.ts';
import { appealLines, heldAppeal, writeAnswer } from './appeal-store.ts';
import { mayRefuse, refuse } from './desk-messages.ts';
import { AnswerAppeal, AppealPage } from './desk-schema.ts';
import { matterById } from './matter-store.ts';
import { refuseOwnReport } from './own-person.ts';
import { withdrawPublication } from './publish-store.ts';
import { appealReason } from './reasons.ts';

const pageSize = 50;

/** What those wrote who are named in warnings; of support nobody reads it, since it says who they are. */
export const appeals = staffOnly(scamActs.judge)
  .input(AppealPage)
  .handler(async ({ context: { tx }, input }) => {
    const read = await appealLines(tx, { ...input, limit: pageSize + 1 });
    const { page: lines, next } = pageOf(read, pageSize, ({ at, id }) => ({ at, id }));
    return { lines, next };
  });

/**
 * Answers an appeal, with a reason and in words: whoever did neither judge nor publish what it is against. An appeal
 * that is upheld takes the warning back in the same moment; whoever appealed is written to.
 */
export const answerAppeal = staffOnly(scamActs.judge)
  .errors(mayRefuse('scam_desk.not_found', 'scam_desk.reason_unknown', 'scam_desk.appeal_answered'))
  .errors(mayRefuse('scam_desk.another_answers', 'approvals.own_matter'))
  .input(AnswerAppeal)
  .handler(async ({ context, input: { appealId, outcome, reasonCode, answer } }) => {
    const { tx, person, services } = context;
    if (!appealReason(outcome, reasonCode)) refuse('scam_desk.reason_unknown', {});
    const held = (await heldAppeal(tx, appealId)) ?? refuse('scam_desk.not_found', {});
    if (held.state !== 'open') refuse('scam_desk.appeal_answered', {});
    if (held.userId !== null && isOwn(person, held.userId)) refuse('approvals.own_matter', {});
    refuseOwnReport(person, (await matterById(tx, held.matterId)) ?? refuse('scam_desk.not_found', {}));
    const now = services.clock();
    if (outcome === 'upheld' && held.standing)
      await withdrawPublication(tx, held.publicationId, { reasonCode: 'appeal', now });
    const write = writeAnswer(tx, appealId, { outcome, reasonCode, answer, now });
    await unlessBroken(write, 'appeal_by_another', () => refuse('scam_desk.another_answers', {}));
    const what = { action: 'scams.appeal_answered', subjectType: 'scam_appeal', subjectId: appealId, reasonCode };
    await audit(tx, { ...byStaff(context), ...what, aboutId: held.userId, after: { outcome, slug: held.slug } });
    await services.jobs.enqueue(tx, 'scams.appeal_letter', { id: appealId });
    announce(tx, 'desk');
    return { done: true as const };
  });
