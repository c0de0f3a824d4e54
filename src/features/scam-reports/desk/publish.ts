import { audit, byStaff } from '../../../platform/audit.ts';
import { announce, type Db, type Person } from '../../../platform/database.ts';
import { staffOnly } from '../../../platform/procedure.ts';
import { because, decideProposal, decisionMayRefuse, openProposalsOn, propose } from '../../approvals/decide.ts';
import { DecideProposal } from '../../approvals/schema.ts';
import { scamActs } from '../acts.ts';
import { isPublishable, unsafeWord } from '../warning-words.ts';
import { mayRefuse, refuse } from './desk-messages.ts';
import { ProposeWarning, WithdrawWarning } from './desk-schema.ts';
import { indicatorsOfMatter, matterById, standingMatter, verdictsOf } from './matter-store.ts';
import { refuseOwnReport } from './own-person.ts';
import { heldPublication, insertPublication, withdrawPublication } from './publish-store.ts';
import { reasonIn, withdrawReasons } from './reasons.ts';
import type { Warning } from './shapes.ts';
import { slugOf } from './slug.ts';

const kind = 'scam_warning';

/**
 * What these things of a matter are to a warning: whether each is of it and not everybody's, whether a warning names
 * one already, and the verdict that counts for all of them. What else is in the matter, or joins it, or is warned of
 * there, says nothing about them: whoever reports a thing beside another would else keep it from ever being published.
 */
async function chosenOf(tx: Db, matterId: string, ids: readonly string[]) {
  const chosen = (await indicatorsOfMatter(tx, matterId)).filter(({ id }) => ids.includes(id));
  const [verdictId, ...others] = new Set(chosen.map((one) => one.verdictId));
  const judged = others.length === 0 && (await verdictsOf(tx, matterId)).find(({ id }) => id === verdictId);
  return {
    fits: chosen.length === ids.length && !chosen.some(({ common }) => common),
    warned: chosen.some(({ warned }) => warned),
    judged: judged || null,
  };
}

/** Asks that a warning is published, word for word, about chosen things of one matter. Somebody else has to agree. */
export const proposeWarning = staffOnly(scamActs.propose)
  .errors(mayRefuse('scam_desk.not_found', 'scam_desk.not_publishable', 'scam_desk.published_before'))
  .errors(mayRefuse('scam_desk.other_indicators', 'scam_desk.unsafe_words'))
  .errors(mayRefuse('approvals.own_matter', 'approvals.already_open'))
  .input(ProposeWarning)
  .handler(async ({ context, input: { matterId: asked, title, summary, indicators: chosen } }) => {
    const { tx, person } = context;
    const found = (await standingMatter(tx, asked)) ?? refuse('scam_desk.not_found', {});
    const matterId = found.id;
    refuseOwnReport(person, found);
    const indicators = [...new Set(chosen)];
    const { fits, warned, judged } = await chosenOf(tx, matterId, indicators);
    if (!fits) refuse('scam_desk.other_indicators', {});
    if (!judged || !isPublishable(judged.verdict)) return refuse('scam_desk.not_publishable', {});
    const unsafe = unsafeWord(`${title}\n${summary}`);
    if (unsafe) refuse('scam_desk.unsafe_words', unsafe);
    if (warned) refuse('scam_desk.published_before', {});
    const waiting = await openProposalsOn(tx, kind, [matterId, ...found.took]);
    if (waiting.length > 0) refuse('approvals.already_open', {});
    const payload: Warning = { verdictId: judged.id, verdict: judged.verdict, title, summary, indicators };
    const proposalId = await propose(tx, { kind, subject: matterId, payload, by: person.id });
    const what = { action: 'scams.warning_proposed', subjectType: 'scam_matter', subjectId: matterId };
    await audit(tx, { ...byStaff(context), ...what, after: { proposalId, title } });
    announce(tx, 'desk');
    return { proposalId };
  });

/** Whether what was frozen can still be published: its verdict counts for its things, and nothing is against them. */
async function stillStands(tx: Db, person: Person, { subject, payload }: { subject: string; payload: unknown }) {
  const { verdictId, indicators } = payload as Warning;
  const matter = await standingMatter(tx, subject);
  if (!matter) return false;
  refuseOwnReport(person, matter);
  const { fits, warned, judged } = await chosenOf(tx, matter.id, indicators);
  return fits && !warned && judged?.id === verdictId;
}

/** Another person reads the frozen words and agrees, or not; whoever asked takes it back. */
export const decideWarning = staffOnly(scamActs.decideWarning)
  .errors(decisionMayRefuse)
  .input(DecideProposal)
  .handler(async ({ context, input: { proposalId, decision, reason } }) => {
    const { tx, person, services } = context;
    const unchanged = (asked: { subject: string; payload: unknown }) => stillStands(tx, person, asked);
    const decided = await decideProposal(tx, { id: proposalId, kind }, { by: person.id, decision, reason, unchanged });
    const matterId = (await standingMatter(tx, decided.subject))?.id ?? decided.subject;
    const warning = decided.payload as Warning;
    const slug = slugOf(warning.title, proposalId);
    if (decision === 'approve')
      await insertPublication(tx, matterId, { ...warning, slug, proposalId, now: services.clock() });
    const what = { action: 'scams.warning_decided', subjectType: 'scam_matter', subjectId: matterId };
    await audit(tx, { ...byStaff(context), ...what, after: { proposalId, decision, ...because(decided) } });
    announce(tx, 'desk');
    return { matterId, slug: decision === 'approve' ? slug : null };
  });

/** Takes a warning back, with a reason: one person is enough, since it only ends what was said. */
export const withdrawWarning = staffOnly(scamActs.judge)
  .errors(mayRefuse('scam_desk.not_found', 'scam_desk.reason_unknown', 'approvals.own_matter'))
  .input(WithdrawWarning)
  .handler(async ({ context, input: { publicationId, reasonCode } }) => {
    const { tx, person, services } = context;
    if (!reasonIn(withdrawReasons, reasonCode)) refuse('scam_desk.reason_unknown', {});
    const { matterId, slug } = (await heldPublication(tx, publicationId)) ?? refuse('scam_desk.not_found', {});
    refuseOwnReport(person, (await matterById(tx, matterId)) ?? refuse('scam_desk.not_found', {}));
    await withdrawPublication(tx, publicationId, { reasonCode, now: services.clock() });
    const what = { action: 'scams.warning_withdrawn', subjectType: 'scam_matter', subjectId: matterId, reasonCode };
    await audit(tx, { ...byStaff(context), ...what, before: { publicationId, slug } });
    announce(tx, 'desk');
    return { done: true as const };
  });
