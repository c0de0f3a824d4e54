import { announce, type Db, isOwn } from '../../platform/database.ts';
import { deciding } from '../approvals/acts.ts';
import { decideProposal, decisionMayRefuse, propose, waitingProposal } from '../approvals/decide.ts';
import type { Proposal } from '../approvals/proposal.ts';
import { complianceActs } from '../compliance/acts.ts';
import { type Desk, officer, record } from '../compliance/desk.ts';
import { mayRefuse, refuse } from './messages.ts';
import { moneyStoppedBy, stopsOfMoney } from './money-store.ts';
import { DecideFrozen, ProposeFrozenReturn, ProposeThaw } from './schema.ts';
import { linesToDecide, orderHere, standingFreeze, standstillOf, thaw, whatFreezes, whatStopsOrder } from './store.ts';

/**
 * Which freezes stood; and of a return whether its customer was stopped, which lines of the order it is about, and by
 * what else money that stands on nothing was stopped.
 */
type Stood = {
  readonly freezes: readonly string[];
  readonly stopped?: boolean;
  readonly lines?: readonly string[];
  readonly stops?: readonly string[];
};
type FrozenPayload = Stood & { readonly note: string };

type Subject = { readonly kind: 'thaw' | 'frozen_return'; readonly subject: string; readonly userId: string | null };

const isStopped = async (tx: Db, userId: string | null): Promise<boolean> =>
  userId !== null && (await standstillOf(tx, userId)) === 'stopped';

/** What stands of it now: of a return also the freezes of others who are known by its order. */
async function standsNow(tx: Db, { kind, subject, userId }: Subject): Promise<Stood> {
  const freezes = userId === null ? [] : await whatFreezes(tx, userId);
  if (kind === 'thaw') return { freezes };
  const all = new Set([...freezes, ...(await whatStopsOrder(tx, subject))]);
  const stopped = await isStopped(tx, userId);
  const stops = (await stopsOfMoney(tx, [subject])).get(subject)?.words ?? [];
  return { freezes: [...all], stopped, lines: await linesToDecide(tx, subject), stops };
}

/** Another freeze since the proposal was made is one that its proposer did not know of; so is what was found. */
const unchangedFor =
  (tx: Db, of: Subject) =>
  async ({ payload }: Proposal) => {
    const asked = payload as FrozenPayload;
    const { freezes, stopped, lines = [], stops = [] } = await standsNow(tx, of);
    const isKnown = (now: readonly string[], then: readonly string[] = []) => now.every((id) => then.includes(id));
    const known = isKnown(lines, asked.lines) && isKnown(freezes, asked.freezes) && isKnown(stops, asked.stops);
    return known && stopped === asked.stopped;
  };

async function ask(desk: Desk, { kind, subject, userId }: Subject, note: string) {
  const payload: FrozenPayload = { note, ...(await standsNow(desk.tx, { kind, subject, userId })) };
  const proposalId = await propose(desk.tx, { kind, subject, payload, by: desk.person.id, customer: userId });
  await told(desk, { kind, userId, action: 'proposed', after: { subject, note } });
  return { proposalId };
}

type AuditedStep = {
  readonly kind: string;
  readonly userId: string | null;
  readonly action: string;
  readonly after: { readonly subject: string; readonly note: string };
};

const told = (desk: Desk, { kind, userId, action, after }: AuditedStep): Promise<void> =>
  record(desk, {
    action: `compliance.${kind}_${action}`,
    subjectType: userId === null ? 'movement' : 'account',
    subjectId: userId ?? after.subject,
    aboutId: userId,
    after,
  });

/**
 * Asks for the end of one freeze, which a second person decides: two thaw (decision E2). What a customer's own alarm
 * froze is lifted with it, by one person.
 */
export const proposeThaw = officer(complianceActs.letGo)
  .errors(mayRefuse('approvals.already_open', 'freezes.not_frozen'))
  .input(ProposeThaw)
  .handler(async ({ context, input: { freezeId, note } }) => {
    const freeze = await standingFreeze(context.tx, freezeId);
    if (!freeze) return refuse('freezes.not_frozen', {});
    if (isOwn(context.person, freeze.userId)) return refuse('approvals.own_matter', {});
    return ask(context, { kind: 'thaw', subject: freezeId, userId: freeze.userId }, note);
  });

/** Unassigned money that somebody's freeze or a list stops, as an order of theirs, or of nobody's, that is here. */
async function moneyHere(tx: Db, id: string) {
  const frozen = await moneyStoppedBy(tx, id);
  const stops = (await stopsOfMoney(tx, [id])).get(id);
  if (frozen === null && (!stops || stops.decided)) return null;
  return { userId: frozen ?? stops?.userId ?? null, isKept: true, isStopped: true };
}

/**
 * Asks that the money of an ended order goes back although its customer is frozen: a decision of its own (E2). Once two
 * people took it, finance returns it as any other money, by two people of theirs. It covers what the page shows of the
 * order: whatever comes later is decided on anew, and so is all of an order that ends later. The same for an order of a
 * customer who is not frozen, where somebody frozen is known by its account, wallet or money: then it goes on, or back,
 * as any other. And for unassigned money from there, as a matter of whoever is frozen; or from whom a list stops, who
 * may be nobody's customer.
 */
export const proposeFrozenReturn = officer(complianceActs.letGo)
  .errors(mayRefuse('approvals.already_open', 'freezes.not_frozen', 'freezes.nothing_to_return'))
  .input(ProposeFrozenReturn)
  .handler(async ({ context, input: { orderId, note } }) => {
    const { tx, person } = context;
    const order = (await orderHere(tx, orderId)) ?? (await moneyHere(tx, orderId));
    if (!order) return refuse('freezes.nothing_to_return', {});
    if (order.userId !== null && isOwn(person, order.userId)) return refuse('approvals.own_matter', {});
    const stopped = await isStopped(tx, order.userId);
    if (!stopped && !order.isStopped) refuse(order.isKept ? 'freezes.not_frozen' : 'freezes.nothing_to_return', {});
    if (stopped && !order.isKept) refuse('freezes.nothing_to_return', {});
    return ask(context, { kind: 'frozen_return', subject: orderId, userId: order.userId }, note);
  });

const outcomes = { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' } as const;

/** The second person's word on a thaw or a return; whoever asked for it may take it back. */
export const decideFrozen = officer(deciding.thaw)
  .errors(decisionMayRefuse)
  .errors(mayRefuse('freezes.not_frozen'))
  .input(DecideFrozen)
  .handler(async ({ context, input: { proposalId, decision, note } }) => {
    const { tx, person } = context;
    const waiting = await waitingProposal(tx, ['thaw', 'frozen_return'], proposalId);
    if (!waiting) return refuse('approvals.not_found', {});
    const userId = waiting.customerId;
    const kind = waiting.kind as Subject['kind'];
    const { subject } = waiting;
    const verdict = { by: person.id, decision, reason: note, unchanged: unchangedFor(tx, { kind, subject, userId }) };
    await decideProposal(tx, { id: proposalId, kind, subject }, verdict);
    if (decision === 'approve' && kind === 'thaw' && !(await thaw(tx, proposalId))) refuse('freezes.not_frozen', {});
    await told(context, { kind, userId, action: outcomes[decision], after: { subject, note } });
    announce(tx, 'desk');
    return { userId };
  });
