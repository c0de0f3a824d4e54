import { isSamePerson } from '../../kernel/permissions.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { type Db, publishTopic, type SessionUser } from '../../platform/database/database.ts';
import { mapConstraintViolation } from '../../platform/database/database-faults.ts';
import { type Services, staff } from '../../platform/http/procedure.ts';
import { defineProposal, findOpenProposal, rejectionReason } from '../approvals/decide.ts';
import { isBlockedBy, standingOf, walletStopped } from '../freezes/frozen.ts';
import { parseMovementReference } from '../ledger/movement-reference.ts';
import { findUse } from '../ledger/movement-store.ts';
import { isAddressClearNow } from '../screening/screen-wallet.ts';
import { getAwardState, isStillReady, type ReleasePayload } from './award.ts';
import { findAwards, lockAward, recordSent, releaseAwards, type StaffAward } from './award-store.ts';
import { enqueueSeatEmail } from './emails.ts';
import { workshopPermissions } from './permissions.ts';
import { refusalCodes, refuse } from './staff-messages.ts';
import { OneSession, RecordAward } from './staff-schema.ts';
import { findSession } from './staff-store.ts';

const kind = 'award';
/** Constraint that checks for freezes after taking the freeze lock. */
const frozenConstraint = 'nothing_moves_while_frozen';
type Context = { readonly tx: Db; readonly services: Services; readonly person: SessionUser };

/** False when the customer is frozen, the wallet belongs to a frozen person (E2), or the wallet is listed (A4). */
async function canSend({ tx, services }: Context, award: StaffAward): Promise<boolean> {
  const { userId, registrationId, address, place } = award;
  if (
    address === null ||
    place !== 'confirmed' ||
    isBlockedBy(await standingOf(tx, { id: registrationId, userId }), 'out')
  )
    return false;
  if (await walletStopped(tx, { address, userId })) return false;
  return isAddressClearNow(tx, { address, network: 'solana', symbol: 'LGM' }, services.clock());
}

/** Finds awards of other users that have a wallet and can be sent. */
async function findReadyAwards(context: Context, awards: readonly StaffAward[]): Promise<StaffAward[]> {
  const found: StaffAward[] = [];
  for (const award of awards)
    if (
      getAwardState(award) === 'named' &&
      !isSamePerson(context.person, award.userId) &&
      (await canSend(context, award))
    )
      found.push(award);
  return found;
}

const toReleasePayload = (awards: readonly StaffAward[]): ReleasePayload => ({
  awards: awards.map(({ id, address, lgm }) => ({ id, address: address ?? '', lgm })),
});

const joinAttendees = ({ awards }: ReleasePayload, lines: readonly StaffAward[]) =>
  awards.flatMap((one) => lines.filter(({ id }) => id === one.id).map(({ attendee }) => ({ ...one, attendee })));

const toAwardView = ({ userId: _, registrationId: _id, sessionId: _session, place: _place, ...award }: StaffAward) => ({
  ...award,
  state: getAwardState(award),
});

const awards = staff(workshopPermissions.seeAwards)
  .errors(refusalCodes('workshops.not_found'))
  .input(OneSession)
  .handler(async function awards({ context: { tx, person }, input: { sessionId } }) {
    if (!(await findSession(tx, sessionId))) refuse('workshops.not_found', {});
    const lines = await findAwards(tx, sessionId);
    const waiting = await findOpenProposal(tx, kind, sessionId);
    return {
      lines: lines.map((line) => ({ ...toAwardView(line), own: isSamePerson(person, line.userId) })),
      proposal: waiting && {
        id: waiting.id,
        proposer: waiting.proposer,
        proposedAt: waiting.proposedAt,
        awards: joinAttendees(waiting.payload as ReleasePayload, lines),
        isOwn: isSamePerson(person, waiting.proposedBy),
      },
    };
  });

/** Locks the awards of a proposal. */
const findProposed = async ({ tx }: Context, { subject, payload }: { subject: string; payload: ReleasePayload }) =>
  (await findAwards(tx, subject, true)).filter(({ id }) => payload.awards.some((one) => one.id === id));

const awardProposal = defineProposal<Context, ReleasePayload>({
  kind,
  async stillValid(context, proposal) {
    const proposed = await findProposed(context, proposal);
    if (proposed.some(({ userId }) => isSamePerson(context.person, userId))) refuse('approvals.own_matter', {});
    return isStillReady(proposal.payload, await findReadyAwards(context, proposed));
  },
  async apply(context, proposal) {
    const { tx, services } = context;
    const ids = proposal.payload.awards.map((award) => award.id);
    const write = releaseAwards(tx, ids, { proposalId: proposal.id, now: services.clock() });
    await mapConstraintViolation(write, frozenConstraint, () => refuse('approvals.changed_since', {}));
    for (const { userId } of await findProposed(context, proposal)) publishTopic(tx, 'payments', userId);
  },
});

/** Proposes the release of all sendable awards. A colleague in finance must approve. */
const proposeAwards = staff(workshopPermissions.release)
  .errors(refusalCodes('workshops.not_found', 'workshops.no_awards', 'approvals.already_open'))
  .input(OneSession)
  .handler(async function proposeAwards({ context, input: { sessionId } }) {
    const { tx } = context;
    if (!(await findSession(tx, sessionId))) refuse('workshops.not_found', {});
    const ready = await findReadyAwards(context, await findAwards(tx, sessionId, true));
    if (ready.length === 0) refuse('workshops.no_awards', {});
    const payload = toReleasePayload(ready);
    const proposalId = await awardProposal.propose(context, { subject: sessionId, payload });
    await audit(tx, {
      ...byStaff(context),
      action: 'workshops.awards_proposed',
      subjectType: 'workshop',
      subjectId: sessionId,
      after: { awards: ready.map(({ id }) => id) },
    });
    return { proposalId, count: ready.length };
  });

/** Approves, rejects or withdraws a release. Refuses staff who own one of its awards. */
const decideAwards = awardProposal.procedure.handler(async function decideAwards({ context, input }) {
  const { proposalId, decision } = input;
  const decided = await awardProposal.decide(context, input);
  const { subject } = decided;
  await audit(context.tx, {
    ...byStaff(context),
    action: 'workshops.awards_decided',
    subjectType: 'workshop',
    subjectId: subject,
    after: { decision, proposalId, ...rejectionReason(decided) },
  });
  return { sessionId: subject, decision };
});

const recordAward = staff(workshopPermissions.release)
  .errors(refusalCodes('workshops.award_not_found', 'workshops.award_not_released', 'workshops.award_hash_unsound'))
  .errors(refusalCodes('workshops.award_hash_used', 'workshops.award_stopped', 'approvals.own_matter'))
  .input(RecordAward)
  .handler(async function recordAward({ context: { tx, services, person, request }, input: { awardId, hash: input } }) {
    const award = (await lockAward(tx, awardId)) ?? refuse('workshops.award_not_found', {});
    if (isSamePerson(person, award.userId)) refuse('approvals.own_matter', {});
    if (getAwardState(award) !== 'released') refuse('workshops.award_not_released', {});
    if (!(await canSend({ tx, services, person }, award))) refuse('workshops.award_stopped', {});
    const parsed = parseMovementReference('solana', input);
    const hash = parsed.ok ? parsed.key : refuse('workshops.award_hash_unsound', {});
    // Refuses a hash that already belongs to a customer's transfer or a refund.
    if (await findUse(tx, hash)) refuse('workshops.award_hash_used', {});
    const write = recordSent(tx, awardId, { hash, now: services.clock() });
    const unlessFrozen = mapConstraintViolation(write, frozenConstraint, () => refuse('workshops.award_stopped', {}));
    await mapConstraintViolation(unlessFrozen, 'award_hash_once', () => refuse('workshops.award_hash_used', {}));
    await audit(tx, {
      ...byStaff({ person, request }),
      action: 'workshops.award_sent',
      subjectType: 'lgm_award',
      subjectId: awardId,
      after: { hash },
      aboutId: award.userId,
    });
    await enqueueSeatEmail(services, tx, { id: award.registrationId, userId: award.userId, kind: 'award_sent' });
    publishTopic(tx, 'payments', award.userId);
    return { awardId };
  });

export const awardsApi = { awards, proposeAwards, decideAwards, recordAward };
