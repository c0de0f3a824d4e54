import { audit, byStaff } from '../../../platform/audit.ts';
import { announce, type Db } from '../../../platform/database.ts';
import { staffOnly } from '../../../platform/procedure.ts';
import { scamActs } from '../acts.ts';
import { bearsWarning } from './checklist.ts';
import { mayRefuse, refuse } from './desk-messages.ts';
import { JudgeMatter, OneMatter } from './desk-schema.ts';
import { beginReview, insertVerdict } from './judge-store.ts';
import { matterById } from './matter-store.ts';
import { refuseOwnReport } from './own-person.ts';
import { verdictReason } from './reasons.ts';

/** Whoever reported sees that somebody looks at it. */
async function inReview(tx: Db, matterId: string): Promise<void> {
  for (const reporter of await beginReview(tx, matterId)) announce(tx, 'standing', reporter);
}

/** Takes a matter in hand. */
export const review = staffOnly(scamActs.judge)
  .errors(mayRefuse('scam_desk.not_found', 'approvals.own_matter'))
  .input(OneMatter)
  .handler(async ({ context, input: { matterId } }) => {
    const { tx, person } = context;
    refuseOwnReport(person, (await matterById(tx, matterId, true)) ?? refuse('scam_desk.not_found', {}));
    await inReview(tx, matterId);
    const what = { action: 'scams.review_begun', subjectType: 'scam_matter', subjectId: matterId };
    await audit(tx, { ...byStaff(context), ...what });
    announce(tx, 'desk');
    return { done: true as const };
  });

/** Judges a matter by a checklist; the newest verdict counts, and those before stay as they were. */
export const judge = staffOnly(scamActs.judge)
  .errors(mayRefuse('scam_desk.not_found', 'approvals.own_matter'))
  .errors(mayRefuse('scam_desk.reason_unknown', 'scam_desk.checks_forbid'))
  .input(JudgeMatter)
  .handler(async ({ context, input: { matterId, ...judged } }) => {
    const { tx, person, services } = context;
    const found = (await matterById(tx, matterId, true)) ?? refuse('scam_desk.not_found', {});
    if (found.mergedInto) refuse('scam_desk.not_found', {});
    refuseOwnReport(person, found);
    const { verdict, reasonCode, checklist } = judged;
    if (!verdictReason(verdict, reasonCode)) refuse('scam_desk.reason_unknown', {});
    if ((verdict === 'scam' || verdict === 'likely') && !bearsWarning(checklist)) refuse('scam_desk.checks_forbid', {});
    const id = await insertVerdict(tx, matterId, { ...judged, now: services.clock() });
    await inReview(tx, matterId);
    const what = { action: 'scams.judged', subjectType: 'scam_matter', subjectId: matterId, reasonCode };
    await audit(tx, { ...byStaff(context), ...what, after: { verdict, checklist } });
    announce(tx, 'desk');
    return { verdictId: id };
  });
