import { audit, byStaff } from '../../../platform/audit.ts';
import { announce, type Db, type Person } from '../../../platform/database.ts';
import { staffOnly } from '../../../platform/procedure.ts';
import { decideProposal, decisionMayRefuse, propose } from '../../approvals/decide.ts';
import { DecideProposal } from '../../approvals/schema.ts';
import { scamActs } from '../acts.ts';
import { isPublishable, unsafeWord } from '../warning-words.ts';
import { mayRefuse, refuse } from './desk-messages.ts';
import { ProposeWarning, WithdrawWarning } from './desk-schema.ts';
import { indicatorsOfMatter, matterById, verdictsOf } from './matter-store.ts';
import { refuseOwnReport } from './own-person.ts';
import { heldPublication, insertPublication, withdrawPublication } from './publish-store.ts';
import { reasonIn, withdrawReasons } from './reasons.ts';
import type { Warning } from './shapes.ts';
import { slugOf } from './slug.ts';

const kind = 'scam_warning';

type Chosen = { readonly matterId: string; readonly judgedAt: Date; readonly ids: readonly string[] };

/**
 * What speaks against a warning about these things of a matter: one is not of it, came after it was judged or is
 * everybody's, or a warning names it. That another warning of the matter stands does not: whoever reports a thing
 * together with one that everybody is warned of would else keep it from ever being published.
 */
async function unfitThings(tx: Db, { matterId, judgedAt, ids }: Chosen): Promise<'other' | 'warned' | null> {
  const own = new Map((await indicatorsOfMatter(tx, matterId)).map((one) => [one.id, one]));
  const chosen = ids.map((id) => own.get(id));
  if (chosen.some((one) => !one || one.common || one.firstAt > judgedAt)) return 'other';
  return chosen.some((one) => one?.warned) ? 'warned' : null;
}

/** Asks that a warning is published, word for word, about chosen things of one matter. Somebody else has to agree. */
export const proposeWarning = staffOnly(scamActs.propose)
  .errors(mayRefuse('scam_desk.not_found', 'scam_desk.not_publishable', 'scam_desk.published_before'))
  .errors(mayRefuse('scam_desk.other_indicators', 'scam_desk.unsafe_words'))
  .errors(mayRefuse('approvals.own_matter', 'approvals.already_open'))
  .input(ProposeWarning)
  .handler(async ({ context, input: { matterId, title, summary, indicators: chosen } }) => {
    const { tx, person } = context;
    const found = (await matterById(tx, matterId, true)) ?? refuse('scam_desk.not_found', {});
    refuseOwnReport(person, found);
    const judged = (await verdictsOf(tx, matterId)).find(({ id }) => id === found.verdictId);
    if (!judged || !isPublishable(judged.verdict)) return refuse('scam_desk.not_publishable', {});
    const unsafe = unsafeWord(`${title}\n${summary}`);
    if (unsafe) refuse('scam_desk.unsafe_words', unsafe);
    const indicators = [...new Set(chosen)];
    const against = await unfitThings(tx, { matterId, judgedAt: judged.at, ids: indicators });
    if (against === 'other') refuse('scam_desk.other_indicators', {});
    if (against === 'warned') refuse('scam_desk.published_before', {});
    const payload: Warning = { verdictId: judged.id, verdict: judged.verdict, title, summary, indicators };
    const proposalId = await propose(tx, { kind, subject: matterId, payload, by: person.id });
    const what = { action: 'scams.warning_proposed', subjectType: 'scam_matter', subjectId: matterId };
    await audit(tx, { ...byStaff(context), ...what, after: { proposalId, title } });
    announce(tx, 'desk');
    return { proposalId };
  });

/** Whether what was frozen can still be published: its verdict still counts, and nothing speaks against its things. */
async function stillStands(tx: Db, person: Person, { subject, payload }: { subject: string; payload: unknown }) {
  const { verdictId, indicators } = payload as Warning;
  const matter = await matterById(tx, subject, true);
  if (!matter || matter.mergedInto) return false;
  refuseOwnReport(person, matter);
  const judged = (await verdictsOf(tx, subject)).find(({ id }) => id === matter.verdictId);
  if (judged?.id !== verdictId) return false;
  return (await unfitThings(tx, { matterId: subject, judgedAt: judged.at, ids: indicators })) === null;
}

/** Another person reads the frozen words and agrees, or not; whoever asked takes it back. */
export const decideWarning = staffOnly(scamActs.decideWarning)
  .errors(decisionMayRefuse)
  .input(DecideProposal)
  .handler(async ({ context, input: { proposalId, decision, reason } }) => {
    const { tx, person, services } = context;
    const unchanged = (asked: { subject: string; payload: unknown }) => stillStands(tx, person, asked);
    const decided = await decideProposal(tx, { id: proposalId, kind }, { by: person.id, decision, reason, unchanged });
    const { subject } = decided;
    const warning = decided.payload as Warning;
    const slug = slugOf(warning.title, proposalId);
    if (decision === 'approve')
      await insertPublication(tx, subject, { ...warning, slug, proposalId, now: services.clock() });
    const what = { action: 'scams.warning_decided', subjectType: 'scam_matter', subjectId: subject };
    await audit(tx, { ...byStaff(context), ...what, after: { proposalId, decision } });
    announce(tx, 'desk');
    return { matterId: subject, slug: decision === 'approve' ? slug : null };
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
