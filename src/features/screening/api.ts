import type { z } from 'zod';
import { audit, byStaff } from '../../platform/audit.ts';
import { type Db, isSamePerson, publishTopic, type SessionUser } from '../../platform/database/database.ts';
import { assertStepUp, staff } from '../../platform/http/procedure.ts';
import { assertNotStaff, decisionRefusalCodes, defineProposal, mapStaffFreeze } from '../approvals/decide.ts';
import { decidePermissions } from '../approvals/permissions.ts';
import { closeAnsweredAlert } from '../compliance/alert-commands.ts';
import { findAnsweredAlert, findHits, lockHit, updateHitDecision } from './hit-store.ts';
import { findPendingList, importLocal } from './import-local.ts';
import { findSourceStatuses, findVersions } from './index-store.ts';
import { needsTwoPeople } from './match-party.ts';
import { refusalCodes, refuse } from './messages.ts';
import { screeningPermissions } from './permissions.ts';
import { DecideHit, HitsInput } from './schema.ts';
import { getSourceState, sourceNames } from './sources.ts';
import type { HitsView, HitView, ListsView, SourceView } from './views.ts';
import { getProviderViews } from './wallet-providers.ts';

/** Returns the host only, because a path could contain a key. Returns `file` for a file URL. */
function getPublisherHost(url: string | undefined): string | null {
  if (url === undefined) return null;
  const { protocol, host } = new URL(url);
  return protocol === 'file:' ? 'file' : host;
}

const showLists = staff(screeningPermissions.work).handler(async function showLists({
  context: { tx, services, person },
}): Promise<ListsView> {
  const now = services.clock();
  const urls: Readonly<Record<string, string | undefined>> = services.config.screening.urls;
  const statuses = await findSourceStatuses(tx);
  const versions = await findVersions(tx);
  const sources = statuses.map(({ list, ...status }): SourceView => {
    const sourceVersions = versions.filter(({ source }) => source === status.source);
    return {
      ...status,
      name: sourceNames[status.source],
      state: getSourceState({ ...status, list }, now),
      fetchedFrom: getPublisherHost(urls[status.source]),
      inForce: sourceVersions.find(({ id }) => id === list?.listId) ?? null,
      versions: sourceVersions,
    };
  });
  return { sources, providers: getProviderViews(services), waiting: await findPendingList({ tx, person }) };
});

const pageSize = 50;

/** Excludes hits about the viewer. */
const showHits = staff(screeningPermissions.work)
  .input(HitsInput)
  .handler(async function showHits({ context: { tx, person }, input }): Promise<HitsView> {
    const hits = await findHits(tx, input, { viewerId: person.id, limit: pageSize });
    return { hits: hits.slice(0, pageSize), more: hits.length > pageSize };
  });

type DecideHitInput = z.output<typeof DecideHit>;
type StaffContext = { readonly tx: Db; readonly person: SessionUser };

const matchProposal = defineProposal<StaffContext, { readonly reasonCode: string; readonly note: string }>({
  kind: 'match',
  // The details of a match are immutable.
  stillValid: () => true,
});

type Outcome = 'cleared' | 'confirmed' | 'proposed' | 'left';

async function endProposal(context: StaffContext, { waiting }: HitView, reason: string): Promise<void> {
  if (!waiting) return;
  const { proposalId, isOwn } = waiting;
  await matchProposal.decide(context, { proposalId, decision: isOwn ? 'withdraw' : 'reject', reason });
}

async function clearWithSecondPerson(
  context: StaffContext,
  hit: HitView,
  input: DecideHitInput & { decision: 'clear' },
): Promise<Outcome> {
  assertStepUp(context.person, decidePermissions.match.stepUp);
  const { reasonCode, note, proposalId } = input;
  const { id: subject, userId: customer } = hit;
  if (proposalId === null) {
    await matchProposal.propose(context, { subject, payload: { reasonCode, note }, customer });
    return 'proposed';
  }
  await matchProposal.decide(context, { proposalId, subject, decision: 'approve' });
  return 'cleared';
}

async function applyDecision(context: StaffContext, hit: HitView, input: DecideHitInput): Promise<Outcome> {
  if (input.decision === 'clear')
    return needsTwoPeople({ ...hit, ...hit.details }) ? clearWithSecondPerson(context, hit, input) : 'cleared';
  if (input.decision === 'leave' && hit.waiting?.proposalId !== input.proposalId) refuse('approvals.not_found', {});
  if (input.decision === 'confirm') await assertNotStaff(context.tx, hit.userId);
  await endProposal(context, hit, input.note.slice(0, 500));
  return input.decision === 'leave' ? 'left' : 'confirmed';
}

/**
 * Clears, confirms or reopens a name match. A cleared pair isn't raised again while both sides stay unchanged. Strong
 * matches need two people to clear. Confirming freezes the customer in the same transaction (E2).
 */
const decideHit = staff(screeningPermissions.work)
  .errors(decisionRefusalCodes)
  .errors(
    refusalCodes(
      'screening.hit_not_found',
      'screening.hit_decided',
      'screening.births_agree',
      'approvals.works_at_desk',
      'approvals.already_open',
    ),
  )
  .input(DecideHit)
  .handler(async function decideHit({ context, input }): Promise<{ hitId: string; state: Outcome }> {
    const { tx, person, services } = context;
    const hit = await lockHit(tx, input.hitId, person.id);
    if (!hit) return refuse('screening.hit_not_found', {});
    if (isSamePerson(person, hit.userId)) return refuse('approvals.own_matter', {});
    if (hit.state !== 'open') return refuse('screening.hit_decided', {});
    const { note } = input;
    const reasonCode = input.decision === 'leave' ? null : input.reasonCode;
    if (reasonCode === 'other_birth_date' && hit.details.birth === 'same') refuse('screening.births_agree', {});
    const state = await applyDecision(context, hit, input);
    const isDecided = state === 'cleared' || state === 'confirmed';
    if (isDecided && reasonCode)
      await mapStaffFreeze(
        updateHitDecision(tx, hit.id, { state, by: person.id, at: services.clock(), reasonCode, note }),
      );
    await audit(tx, {
      ...byStaff(context),
      action: isDecided ? `screening.hit_${state}` : `screening.clearing_${state}`,
      subjectType: 'name_hit',
      subjectId: hit.id,
      aboutId: hit.userId,
      before: { state: hit.state },
      after: {
        state,
        customer: hit.userId,
        source: hit.source,
        party: hit.partyRef,
        score: hit.score,
        note,
        frozen: state === 'confirmed',
      },
      ...(reasonCode && { reasonCode }),
    });
    const alertId = state === 'cleared' ? await findAnsweredAlert(tx, hit.id) : null;
    if (alertId !== null) await closeAnsweredAlert(context, alertId, note);
    // Screens the customer again, for changes made while this match was open.
    if (state === 'cleared') await services.jobs.enqueue(tx, 'screening.names', { userId: hit.userId });
    publishTopic(tx, 'compliance');
    publishTopic(tx, 'desk');
    return { hitId: hit.id, state };
  });

export const screeningApi = { lists: showLists, hits: showHits, decideHit, importLocal };
