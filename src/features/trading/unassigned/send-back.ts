import { sameJson } from '../../../kernel/same-json.ts';
import { decideProposal, propose } from '../../approvals/decide.ts';
import type { Proposal } from '../../approvals/proposal.ts';
import { paidFrom } from '../../movements/stated-store.ts';
import { refuseTakenBack } from '../../movements/taken-back-store.ts';
import type { Unassigned } from '../../movements/unassigned-store.ts';
import {
  addBounce,
  type Proposed,
  refuseUnsoundUndo,
  type Undoing,
  undoingIn,
  undoOf,
} from '../../movements/undoing.ts';
import { currentSettings } from '../../settings/store.ts';
import { unassignedActs } from '../acts.ts';
import { addLeft } from '../desk/outward.ts';
import { returnOf, withoutPeople } from '../desk/pay-out-terms.ts';
import { type Desk, reasonOf } from '../desk/steps.ts';
import { refuse } from '../desk-messages.ts';
import { Decide, PrepareReturn, RecordReturned, UndoReturn } from './schema.ts';
import {
  cashier,
  leavingOfMoney,
  moneyFor,
  refuseToGoBack,
  refuseWhileLeaving,
  rememberMoney,
  waitingFor,
} from './work.ts';

const matterOf = ({ through }: Unassigned) => through[0]?.userId ?? null;

/** All that is left of it, to where it came from. */
const returned = async ({ tx }: Desk, money: Unassigned, reasonCode: string): Promise<Proposed> =>
  returnOf(
    null,
    { line: { ...money, amount: money.left }, to: await paidFrom(tx, money.id, money.party), reasonCode },
    await currentSettings(tx),
  );

/** Lays before a second person that what is left goes back to where it came from (decision D2). */
export const prepareReturnOfUnassigned = cashier(unassignedActs.giveBack)
  .input(PrepareReturn)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const money = await moneyFor(context, input.movementId);
    await refuseWhileLeaving(context, money);
    const reasonCode = reasonOf('return', input.reasonCode);
    await refuseTakenBack(tx, { lineId: money.id, reasonCode });
    await refuseToGoBack(context, money);
    const payload = await returned(context, money, reasonCode);
    await propose(tx, { kind: 'return', subject: money.id, payload, by: person.id, customer: matterOf(money) });
    const told = { action: 'unassignedReturnPrepared', note: input.note, reasonCode, after: withoutPeople(payload) };
    return rememberMoney(context, money, told);
  });

type Open = Proposal & { readonly proposedBy: string };
const readOf = ({ id, kind, subject }: Open) => ({ id, kind, subject });

/** The second pair of eyes on a return: from here on it may be sent. */
async function approveReturn(desk: Desk, money: Unassigned, open: Open) {
  await refuseToGoBack(desk, money);
  const reasonCode = (open.payload as Proposed)['reasonCode'] ?? '';
  await refuseTakenBack(desk.tx, { lineId: money.id, reasonCode });
  const again = await returned(desk, money, reasonCode);
  const unchanged = ({ payload }: Proposal) => sameJson(payload, again);
  await decideProposal(desk.tx, readOf(open), { by: desk.person.id, decision: 'approve', unchanged });
  return { action: 'unassignedReturnApproved', after: withoutPeople(again) };
}

/** The second pair of eyes on an undoing: as if it had not been approved, or what came back has its own line. */
async function approveUndo(desk: Desk, money: Unassigned, open: Open) {
  const leaving = await leavingOfMoney(desk, money);
  const named = ({ of }: Proposed) => leaving.find(({ id }) => id === of) ?? refuse('desk.not_approved', {});
  const unchanged = ({ payload }: Proposal) =>
    sameJson(payload, undoOf(null, named(payload as Proposed), undoingIn(payload as Proposed)));
  const verdict = { by: desk.person.id, decision: 'approve', unchanged } as const;
  const undo = await decideProposal(desk.tx, readOf(open), verdict);
  const line = await addBounce(desk, null, { approved: named(undo.payload as Proposed), undo });
  return { action: 'unassignedReturnUndone', after: { ...(undo.payload as Proposed), ...line } };
}

/** Agrees to what waits about it, or takes it off the table: whoever asked withdraws, anybody else rejects. */
export const decideUnassigned = cashier(unassignedActs.decide)
  .input(Decide)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const money = await moneyFor(context, input.movementId);
    const open = (await waitingFor(context, money)) ?? refuse('approvals.not_found', {});
    // What waits now may be another than was read.
    if (open.id !== input.proposalId) refuse('approvals.already_decided', {});
    if (input.decision === 'approve') {
      const told = await (open.kind === 'return' ? approveReturn : approveUndo)(context, money, open);
      return rememberMoney(context, money, { ...told, note: input.note });
    }
    const decision = open.proposedBy === person.id ? 'withdraw' : 'reject';
    await decideProposal(tx, readOf(open), { by: person.id, decision, reason: input.note });
    const action = open.kind === 'return' ? 'unassignedReturnDeclined' : 'unassignedUndoDeclined';
    return rememberMoney(context, money, { action, note: input.note });
  });

/** What was approved went back, and its reference is recorded. */
export const recordUnassignedReturned = cashier(unassignedActs.giveBack)
  .input(RecordReturned)
  .handler(async ({ context, input }) => {
    const money = await moneyFor(context, input.movementId);
    if (await waitingFor(context, money)) refuse('desk.undo_waits', {});
    const agreed = (await leavingOfMoney(context, money)).find(({ left }) => left === null);
    if (!agreed) return refuse('desk.not_approved', {});
    const reasonCode = (agreed.payload as Proposed)['reasonCode'] ?? null;
    await refuseTakenBack(context.tx, { lineId: money.id, reasonCode, note: input.note });
    await refuseToGoBack(context, money);
    const after = await addLeft(context, null, { agreed, sent: input, rail: money.rail });
    return rememberMoney(context, money, { action: 'unassignedReturned', note: input.note, after });
  });

/** Asks to undo an approved return: it never left, or came back. Another person decides. */
export const undoUnassignedReturn = cashier(unassignedActs.giveBack)
  .input(UndoReturn)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const money = await moneyFor(context, input.movementId);
    if (await waitingFor(context, money)) refuse('approvals.already_open', {});
    const approved = (await leavingOfMoney(context, money)).find(({ id }) => id === input.proposalId);
    if (!approved) return refuse('desk.not_approved', {});
    const reasonCode = reasonOf(approved.left ? 'bounce' : 'undo', input.reasonCode);
    const { evidence, reference, movedOn, movedTime } = input;
    const undoing: Undoing = { reasonCode, evidence, reference, movedOn, movedTime };
    await refuseUnsoundUndo(context, approved, undoing);
    const payload = undoOf(null, approved, undoing);
    await propose(tx, { kind: 'undo', subject: money.id, payload, by: person.id, customer: matterOf(money) });
    const told = { action: 'unassignedUndoPrepared', note: input.note, reasonCode, after: payload };
    return rememberMoney(context, money, told);
  });
