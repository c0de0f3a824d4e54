import type { z } from 'zod';
import { audit, byStaff } from '../../platform/audit.ts';
import { announce, type Db, isOwn, type Person } from '../../platform/database.ts';
import { refuseUnlessConfirmed, staffOnly } from '../../platform/procedure.ts';
import { deciding } from '../approvals/acts.ts';
import { decideProposal, decisionMayRefuse, propose, refuseAtDesk, unlessAtDesk } from '../approvals/decide.ts';
import { screeningActs } from './acts.ts';
import { decideHitRow, hitById } from './hit-store.ts';
import { isClearedByTwo } from './match-party.ts';
import { mayRefuse, refuse } from './messages.ts';
import { DecideHit } from './schema.ts';
import type { HitView } from './views.ts';

type Wish = z.output<typeof DecideHit>;
type Desk = { readonly tx: Db; readonly person: Person };

/** What became of a match: decided; laid before a second person; or left to be decided, as it was. */
type Outcome = 'cleared' | 'confirmed' | 'proposed' | 'left';

/** What waited for a second person waits no more: whoever asked takes it back, anybody else says why. */
async function endWaiting({ tx, person }: Desk, { waiting }: HitView, reason: string): Promise<void> {
  if (!waiting) return;
  const verdict = { by: person.id, decision: waiting.mine ? 'withdraw' : 'reject', reason } as const;
  await decideProposal(tx, { id: waiting.proposalId, kind: 'match' }, verdict);
}

/** Where all that is known agrees one person says that it is somebody else, and another, who read that, agrees. */
async function clearByTwo(desk: Desk, hit: HitView, wish: Wish & { decision: 'clear' }): Promise<Outcome> {
  const { tx, person } = desk;
  refuseUnlessConfirmed(person, deciding.match.stepUp);
  const { reasonCode, note, proposalId } = wish;
  const asked = { kind: 'match', subject: hit.id } as const;
  if (proposalId === null) {
    await propose(tx, { ...asked, payload: { reasonCode, note }, by: person.id, customer: hit.userId });
    return 'proposed';
  }
  const unchanged = () => true; // What is compared stands on the match, which nobody changes.
  await decideProposal(tx, { id: proposalId, ...asked }, { by: person.id, decision: 'approve', unchanged });
  return 'cleared';
}

async function outcomeOf(desk: Desk, hit: HitView, wish: Wish): Promise<Outcome> {
  if (wish.decision === 'clear')
    return isClearedByTwo({ ...hit, ...hit.details }) ? clearByTwo(desk, hit, wish) : 'cleared';
  if (wish.decision === 'leave' && hit.waiting?.proposalId !== wish.proposalId) refuse('approvals.not_found', {});
  if (wish.decision === 'confirm') await refuseAtDesk(desk.tx, hit.userId);
  await endWaiting(desk, hit, wish.note.slice(0, 500));
  return wish.decision === 'leave' ? 'left' : 'confirmed';
}

/**
 * A person's decision on a match of names: another person, or the listed one. Cleared, the pair is not raised again
 * while the facts of both sides stay; where all that is known agrees, two clear it. A confirmed match freezes the
 * customer in the same transaction, by the database itself (decision E2, *Freezes*).
 */
export const decideHit = staffOnly(screeningActs.work)
  .errors(decisionMayRefuse)
  .errors(
    mayRefuse(
      'screening.hit_not_found',
      'screening.hit_decided',
      'screening.births_agree',
      'approvals.works_at_desk',
      'approvals.already_open',
    ),
  )
  .input(DecideHit)
  .handler(async ({ context, input }): Promise<{ hitId: string; state: Outcome }> => {
    const { tx, person, services } = context;
    const hit = await hitById(tx, input.hitId, person.id);
    if (!hit) return refuse('screening.hit_not_found', {});
    if (isOwn(person, hit.userId)) return refuse('approvals.own_matter', {});
    if (hit.state !== 'open') return refuse('screening.hit_decided', {});
    const { note } = input;
    const reasonCode = input.decision === 'leave' ? null : input.reasonCode;
    if (reasonCode === 'other_birth_date' && hit.details.birth === 'same') refuse('screening.births_agree', {});
    const state = await outcomeOf(context, hit, input);
    const decided = state === 'cleared' || state === 'confirmed';
    if (decided && reasonCode)
      await unlessAtDesk(decideHitRow(tx, hit.id, { state, by: person.id, at: services.clock(), reasonCode, note }));
    await audit(tx, {
      ...byStaff(context),
      action: decided ? `screening.hit_${state}` : `screening.clearing_${state}`,
      subjectType: 'name_hit',
      subjectId: hit.id,
      aboutId: hit.userId,
      before: { state: hit.state },
      after: {
        ...{ state, customer: hit.userId, source: hit.source, party: hit.partyRef, score: hit.score, note },
        frozen: state === 'confirmed',
      },
      ...(reasonCode && { reasonCode }),
    });
    // What changed on either side while this one waited is looked at now.
    if (state === 'cleared') await services.jobs.enqueue(tx, 'screening.names', { userId: hit.userId });
    announce(tx, 'compliance');
    announce(tx, 'desk');
    return { hitId: hit.id, state };
  });
