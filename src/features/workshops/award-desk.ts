import { audit, byStaff } from '../../platform/audit.ts';
import { announce, type Db, isOwn } from '../../platform/database.ts';
import { unlessBroken } from '../../platform/database-faults.ts';
import { type Services, staffOnly } from '../../platform/procedure.ts';
import { because, decideProposal, decisionMayRefuse, openProposal, propose } from '../approvals/decide.ts';
import { DecideProposal } from '../approvals/schema.ts';
import { standingOf, stops, walletStopped } from '../freezes/frozen.ts';
import { movementReference } from '../movements/movement-reference.ts';
import { usedFor } from '../movements/movement-store.ts';
import { isClearNow } from '../payments/clear.ts';
import { workshopActs } from './acts.ts';
import { awardState, type Releasing, stillStands } from './award.ts';
import { awardById, awardsOf, type DeskAward, noteSent, release } from './award-store.ts';
import { mayRefuse, refuse } from './desk-messages.ts';
import { OneSession, RecordAward } from './desk-schema.ts';
import { sessionOfDesk } from './desk-store.ts';
import { writeAbout } from './write.ts';

const kind = 'award';
/** By what the database refuses it: it reads each freeze anew, behind the lock that a freeze waits for. */
const whileFrozen = 'nothing_moves_while_frozen';
type Context = { readonly tx: Db; readonly services: Services; readonly person: Parameters<typeof isOwn>[0] };

/**
 * Whether it may leave now: not for somebody frozen, nor to a wallet by which one is known, whoever names it (E2), nor
 * to one that is not clear by the lists (A4).
 */
async function mayLeave({ tx, services }: Context, award: DeskAward): Promise<boolean> {
  const { userId, registrationId, address, place } = award;
  if (address === null || place !== 'confirmed' || stops(await standingOf(tx, { id: registrationId, userId }), 'out'))
    return false;
  if (await walletStopped(tx, { address, userId })) return false;
  return isClearNow(tx, { address, network: 'solana', symbol: 'LGM' }, services.clock());
}

/** What of a session is ready to be released by whoever asks: a wallet is named, it may leave, and is not their own. */
async function readyAwards(context: Context, awards: readonly DeskAward[]): Promise<DeskAward[]> {
  const found: DeskAward[] = [];
  for (const award of awards)
    if (awardState(award) === 'named' && !isOwn(context.person, award.userId) && (await mayLeave(context, award)))
      found.push(award);
  return found;
}

const asFrozen = (awards: readonly DeskAward[]): Releasing => ({
  awards: awards.map(({ id, address, lgm }) => ({ id, address: address ?? '', lgm })),
});

/** What waits for a second person, with the names of whoever is to have it. */
const named = ({ awards }: Releasing, lines: readonly DeskAward[]) =>
  awards.flatMap((one) => lines.filter(({ id }) => id === one.id).map(({ attendee }) => ({ ...one, attendee })));

const shown = ({ userId: _, registrationId: _id, sessionId: _session, place: _place, ...award }: DeskAward) => ({
  ...award,
  state: awardState(award),
});

/** The training coins of a session: who gets them, and what waits for a second person. */
const awards = staffOnly(workshopActs.seeAwards)
  .errors(mayRefuse('workshops.not_found'))
  .input(OneSession)
  .handler(async ({ context: { tx, person }, input: { sessionId } }) => {
    if (!(await sessionOfDesk(tx, sessionId))) refuse('workshops.not_found', {});
    const lines = await awardsOf(tx, sessionId);
    const waiting = await openProposal(tx, kind, sessionId);
    return {
      lines: lines.map((line) => ({ ...shown(line), own: isOwn(person, line.userId) })),
      proposal: waiting && {
        ...{ id: waiting.id, proposer: waiting.proposer, proposedAt: waiting.proposedAt },
        ...{ awards: named(waiting.payload as Releasing, lines), mine: isOwn(person, waiting.proposedBy) },
      },
    };
  });

/** Asks that the coins of everybody who named a wallet are sent. Another person of finance has to agree. */
const proposeAwards = staffOnly(workshopActs.release)
  .errors(mayRefuse('workshops.not_found', 'workshops.no_awards', 'approvals.already_open'))
  .input(OneSession)
  .handler(async ({ context, input: { sessionId } }) => {
    const { tx, person, request } = context;
    if (!(await sessionOfDesk(tx, sessionId))) refuse('workshops.not_found', {});
    const ready = await readyAwards(context, await awardsOf(tx, sessionId, true));
    if (ready.length === 0) refuse('workshops.no_awards', {});
    const payload = asFrozen(ready);
    const proposalId = await propose(tx, { kind, subject: sessionId, payload, by: person.id });
    await audit(tx, {
      ...byStaff({ person, request }),
      ...{ action: 'workshops.awards_proposed', subjectType: 'workshop', subjectId: sessionId },
      after: { awards: ready.map(({ id }) => id) },
    });
    return { proposalId, count: ready.length };
  });

async function releaseThem(context: Context, ready: readonly DeskAward[], proposalId: string): Promise<void> {
  const { tx, services } = context;
  const ids = ready.map(({ id }) => id);
  const write = release(tx, ids, { proposalId, now: services.clock() });
  await unlessBroken(write, whileFrozen, () => refuse('approvals.changed_since', {}));
  for (const { userId } of ready) announce(tx, 'payments', userId);
}

/** Another person agrees, or not; whoever asked takes it back. Whoever has an award among them decides nothing. */
const decideAwards = staffOnly(workshopActs.decideRelease)
  .errors(decisionMayRefuse)
  .input(DecideProposal)
  .handler(async ({ context, input: { proposalId, decision, reason } }) => {
    const { tx, person, request } = context;
    let ready: DeskAward[] = [];
    const unchanged = async ({ subject, payload }: { subject: string; payload: unknown }) => {
      const asked = payload as Releasing;
      const all = await awardsOf(tx, subject, true);
      const asking = all.filter(({ id }) => asked.awards.some((one) => one.id === id));
      if (asking.some(({ userId }) => isOwn(person, userId))) refuse('approvals.own_matter', {});
      ready = await readyAwards(context, asking);
      return stillStands(asked, ready);
    };
    const decided = await decideProposal(tx, { id: proposalId, kind }, { by: person.id, decision, reason, unchanged });
    const { subject } = decided;
    if (decision === 'approve') await releaseThem(context, ready, proposalId);
    await audit(tx, {
      ...byStaff({ person, request }),
      ...{ action: 'workshops.awards_decided', subjectType: 'workshop', subjectId: subject },
      after: { decision, proposalId, ...because(decided) },
    });
    return { sessionId: subject, decision };
  });

/** Records under which hash somebody's coins were sent. */
const recordAward = staffOnly(workshopActs.release)
  .errors(mayRefuse('workshops.award_not_found', 'workshops.award_not_released', 'workshops.award_hash_unsound'))
  .errors(mayRefuse('workshops.award_hash_used', 'workshops.award_stopped', 'approvals.own_matter'))
  .input(RecordAward)
  .handler(async ({ context: { tx, services, person, request }, input: { awardId, hash: typed } }) => {
    const award = (await awardById(tx, awardId)) ?? refuse('workshops.award_not_found', {});
    if (isOwn(person, award.userId)) refuse('approvals.own_matter', {});
    if (awardState(award) !== 'released') refuse('workshops.award_not_released', {});
    if (!(await mayLeave({ tx, services, person }, award))) refuse('workshops.award_stopped', {});
    const read = movementReference('solana', typed);
    const hash = read.ok ? read.key : refuse('workshops.award_hash_unsound', {});
    // A customer's own transfer, or a return, sent nobody coins.
    if (await usedFor(tx, hash)) refuse('workshops.award_hash_used', {});
    const write = noteSent(tx, awardId, { hash, now: services.clock() });
    const unlessFrozen = unlessBroken(write, whileFrozen, () => refuse('workshops.award_stopped', {}));
    await unlessBroken(unlessFrozen, 'award_hash_once', () => refuse('workshops.award_hash_used', {}));
    await audit(tx, {
      ...byStaff({ person, request }),
      ...{ action: 'workshops.award_sent', subjectType: 'lgm_award', subjectId: awardId, after: { hash } },
      aboutId: award.userId,
    });
    await writeAbout(services, tx, { id: award.registrationId, userId: award.userId, kind: 'award_sent' });
    announce(tx, 'payments', award.userId);
    return { awardId };
  });

/** Training coins for who came, at the desk. */
export const awardsDeskApi = { awards, proposeAwards, decideAwards, recordAward };
