import { mayRefuse, refuse } from '../../messages.ts';
import { audit } from '../../platform/audit.ts';
import { announce, isOwn } from '../../platform/database.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { refuseAtDesk } from '../approvals/decide.ts';
import { decideHitRow, hitById } from './hit-store.ts';
import { screeningRoles } from './permissions.ts';
import { DecideHit } from './schema.ts';

const stateAfter = { clear: 'cleared', confirm: 'confirmed' } as const;

/**
 * A person's decision on a match of names: another person, or the listed one. Cleared, the pair is not raised again
 * while the facts of both sides stay. Confirmed, the customer is frozen in the same transaction, by the database itself
 * (decision E2, *Freezes*).
 */
export const decideHit = staffOnly(...screeningRoles)
  .errors(
    mayRefuse(
      'screening.hit_not_found',
      'screening.hit_decided',
      'screening.births_agree',
      'approvals.own_matter',
      'approvals.works_at_desk',
    ),
  )
  .input(DecideHit)
  .handler(async ({ context: { tx, person, services, request }, input }) => {
    const hit = await hitById(tx, input.hitId, person.id);
    if (!hit) return refuse('screening.hit_not_found', {});
    if (isOwn(person, hit.userId)) return refuse('approvals.own_matter', {});
    if (hit.state !== 'open') return refuse('screening.hit_decided', {});
    if (input.reasonCode === 'other_birth_date' && hit.details.birth === 'same') refuse('screening.births_agree', {});
    if (input.decision === 'confirm') await refuseAtDesk(tx, hit.userId);
    const { reasonCode, note } = input;
    const state = stateAfter[input.decision];
    await decideHitRow(tx, hit.id, { state, by: person.id, at: services.clock(), reasonCode, note });
    await audit(tx, {
      actorId: person.id,
      actorRole: person.roles.join(','),
      action: `screening.hit_${state}`,
      subjectType: 'name_hit',
      subjectId: hit.id,
      aboutId: hit.userId,
      before: { state: hit.state },
      after: {
        ...{ state, customer: hit.userId, source: hit.source, party: hit.partyRef, score: hit.score, note },
        frozen: state === 'confirmed',
      },
      reasonCode,
      requestId: request.id,
    });
    // What changed on either side while this one waited is looked at now.
    if (state === 'cleared') await services.jobs.enqueue(tx, 'screening.names', { userId: hit.userId });
    announce(tx, 'compliance');
    announce(tx, 'desk');
    return { hitId: hit.id, state };
  });
