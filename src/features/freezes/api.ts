import { type Db, isSamePerson, publishTopic } from '../../platform/database/database.ts';
import {
  assertNotStaff,
  decisionRefusalCodes,
  defineProposal,
  findOpenProposalById,
  mapStaffFreeze,
} from '../approvals/decide.ts';
import { decidePermissions } from '../approvals/permissions.ts';
import { compliancePermissions } from '../compliance/permissions.ts';
import { auditChange, complianceProcedure, type StaffContext } from '../compliance/procedures.ts';
import { refusalCodes, refuse } from './messages.ts';
import { DecideFrozen, Freeze, ProposeFrozenReturn, ProposeUnfreeze } from './schema.ts';
import { showFreezes } from './show-freezes.ts';
import {
  findFreezeIds,
  findFreezeIdsOfOrder,
  findFreezeStatus,
  findFreezingCustomer,
  findMoneyStops,
  findMovementsToDecide,
  findOpenFreeze,
  findOrderOrPayment,
  freezeManually,
  isCustomer,
  liftCustomerFreeze,
} from './store.ts';

/** One officer freezes, two unfreeze (decision E2). The customer sees a neutral message only (decision A7). */
const freezeCustomer = complianceProcedure()
  .errors(refusalCodes('freezes.frozen_already', 'approvals.works_at_desk'))
  .input(Freeze)
  .handler(async function freezeCustomer({ context, input: { userId, reason } }) {
    const { tx, person, services } = context;
    if (isSamePerson(person, userId)) refuse('approvals.own_matter', {});
    if (!(await isCustomer(tx, userId))) refuse('compliance.customer_not_found', {});
    await assertNotStaff(tx, userId);
    const frozen = freezeManually(tx, { userId, by: person.id, reason, at: services.clock() });
    if (!(await mapStaffFreeze(frozen))) refuse('freezes.frozen_already', {});
    await auditChange(context, {
      action: 'compliance.frozen',
      subjectType: 'account',
      subjectId: userId,
      aboutId: userId,
      reasonCode: 'by_hand',
      after: { reason },
    });
    publishTopic(tx, 'desk');
    return { userId };
  });

type FreezeSnapshot = {
  readonly freezes: readonly string[];
  readonly stopped?: boolean;
  readonly lines?: readonly string[];
  readonly stops?: readonly string[];
};
type ProposalPayload = FreezeSnapshot & { readonly note: string };

type Subject = { readonly kind: 'thaw' | 'frozen_return'; readonly subject: string; readonly userId: string | null };

const isCustomerStopped = async (tx: Db, userId: string | null): Promise<boolean> =>
  userId !== null && (await findFreezeStatus(tx, userId)) === 'stopped';

async function loadSnapshot(tx: Db, { kind, subject, userId }: Subject): Promise<FreezeSnapshot> {
  const freezes = userId === null ? [] : await findFreezeIds(tx, userId);
  if (kind === 'thaw') return { freezes };
  const freezeIds = new Set([...freezes, ...(await findFreezeIdsOfOrder(tx, subject))]);
  const stopped = await isCustomerStopped(tx, userId);
  const stops = (await findMoneyStops(tx, [subject])).get(subject)?.reasonCodes ?? [];
  return { freezes: [...freezeIds], stopped, lines: await findMovementsToDecide(tx, subject), stops };
}

const define = (kind: Subject['kind']) =>
  defineProposal<StaffContext, ProposalPayload>({
    kind,
    /** False when freezes, movements or list matches were added after the proposal. */
    async stillValid({ tx }, { subject, customerId: userId, payload }) {
      const { freezes, stopped, lines = [], stops = [] } = await loadSnapshot(tx, { kind, subject, userId });
      const isIncluded = (now: readonly string[], then: readonly string[] = []) => now.every((id) => then.includes(id));
      const isKnown =
        isIncluded(lines, payload.lines) && isIncluded(freezes, payload.freezes) && isIncluded(stops, payload.stops);
      return isKnown && stopped === payload.stopped;
    },
    async apply({ tx }, { id }) {
      if (kind === 'thaw' && !(await liftCustomerFreeze(tx, id))) refuse('freezes.not_frozen', {});
    },
  });

const proposals = { thaw: define('thaw'), frozen_return: define('frozen_return') };

async function proposeDecision(context: StaffContext, { kind, subject, userId }: Subject, note: string) {
  const payload: ProposalPayload = { note, ...(await loadSnapshot(context.tx, { kind, subject, userId })) };
  const proposalId = await proposals[kind].propose(context, { subject, payload, customer: userId });
  await auditStep(context, { kind, userId, action: 'proposed', after: { subject, note } });
  return { proposalId };
}

type AuditStep = {
  readonly kind: string;
  readonly userId: string | null;
  readonly action: string;
  readonly after: { readonly subject: string; readonly note: string };
};

const auditStep = (context: StaffContext, { kind, userId, action, after }: AuditStep): Promise<void> =>
  auditChange(context, {
    action: `compliance.${kind}_${action}`,
    subjectType: userId === null ? 'movement' : 'account',
    subjectId: userId ?? after.subject,
    aboutId: userId,
    after,
  });

/** Proposes to lift a freeze; a second officer decides (decision E2). Excludes the customer's own alarm. */
const proposeUnfreeze = complianceProcedure(compliancePermissions.release)
  .errors(refusalCodes('approvals.already_open', 'freezes.not_frozen'))
  .input(ProposeUnfreeze)
  .handler(async function proposeUnfreeze({ context, input: { freezeId, note } }) {
    const freeze = await findOpenFreeze(context.tx, freezeId);
    if (!freeze) return refuse('freezes.not_frozen', {});
    if (isSamePerson(context.person, freeze.userId)) return refuse('approvals.own_matter', {});
    return proposeDecision(context, { kind: 'thaw', subject: freezeId, userId: freeze.userId }, note);
  });

async function findStoppedMoney(tx: Db, id: string) {
  const frozen = await findFreezingCustomer(tx, id);
  const stops = (await findMoneyStops(tx, [id])).get(id);
  if (frozen === null && (!stops || stops.decided)) return null;
  return { userId: frozen ?? stops?.userId ?? null, isKept: true, isStopped: true };
}

/**
 * Proposes to return or release money despite a freeze; finance then carries it out with two people (E2). Covers ended
 * orders of frozen customers, orders stopped by another customer's freeze, and unallocated money. A decision covers the
 * movements on screen. Later movements need a new decision.
 */
const proposeFrozenReturn = complianceProcedure(compliancePermissions.release)
  .errors(refusalCodes('approvals.already_open', 'freezes.not_frozen', 'freezes.nothing_to_return'))
  .input(ProposeFrozenReturn)
  .handler(async function proposeFrozenReturn({ context, input: { orderId, note } }) {
    const { tx, person } = context;
    const order = (await findOrderOrPayment(tx, orderId)) ?? (await findStoppedMoney(tx, orderId));
    if (!order) return refuse('freezes.nothing_to_return', {});
    if (order.userId !== null && isSamePerson(person, order.userId)) return refuse('approvals.own_matter', {});
    const stopped = await isCustomerStopped(tx, order.userId);
    if (!stopped && !order.isStopped) refuse(order.isKept ? 'freezes.not_frozen' : 'freezes.nothing_to_return', {});
    if (stopped && !order.isKept) refuse('freezes.nothing_to_return', {});
    return proposeDecision(context, { kind: 'frozen_return', subject: orderId, userId: order.userId }, note);
  });

const outcomes = { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' } as const;

/** Decides on a proposal. Its proposer may only withdraw it. */
const decideFrozen = complianceProcedure(decidePermissions.thaw)
  .errors(decisionRefusalCodes)
  .errors(refusalCodes('freezes.not_frozen'))
  .input(DecideFrozen)
  .handler(async function decideFrozen({ context, input: { proposalId, decision, note } }) {
    const { tx } = context;
    const waiting = await findOpenProposalById(tx, ['thaw', 'frozen_return'], proposalId);
    if (!waiting) return refuse('approvals.not_found', {});
    const userId = waiting.customerId;
    const kind = waiting.kind as Subject['kind'];
    const { subject } = waiting;
    await proposals[kind].decide(context, { proposalId, subject, decision, reason: note });
    await auditStep(context, { kind, userId, action: outcomes[decision], after: { subject, note } });
    publishTopic(tx, 'desk');
    return { userId };
  });

export const freezesApi = {
  freezes: showFreezes,
  freeze: freezeCustomer,
  proposeUnfreeze,
  proposeFrozenReturn,
  decideFrozen,
};
