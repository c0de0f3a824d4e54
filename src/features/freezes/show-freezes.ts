import { isOwn } from '../../platform/database.ts';
import { type OpenProposal, openProposalsOn } from '../approvals/decide.ts';
import { look, officer } from '../compliance/desk.ts';
import { refuse } from './messages.ts';
import { stoppedMoney } from './money-store.ts';
import { FreezesOf } from './schema.ts';
import { freezesOf, keptOrders, standingOf, standstillOf } from './store.ts';
import type { FreezesView, Waiting } from './views.ts';

/** What of these waits about a subject, as whoever asks sees it. */
export const waitingOn = (open: readonly OpenProposal[], subject: string, me: string): Waiting | null => {
  const found = open.find((one) => one.subject === subject);
  if (!found) return null;
  const { note } = found.payload as { note: string };
  const { id: proposalId, proposer, proposedAt, proposedBy } = found;
  return { proposalId, proposedBy: proposer, proposedAt, note, mine: proposedBy === me };
};

const idsOf = (some: readonly { readonly id: string }[]): string[] => some.map(({ id }) => id);

/**
 * Since when a customer is frozen, by whom and why, and what of theirs waits to be given back, or is stopped by
 * somebody else who is. Never one's own.
 */
export const showFreezes = officer()
  .input(FreezesOf)
  .handler(async ({ context, input: { userId } }): Promise<FreezesView> => {
    const { tx, person } = context;
    if (isOwn(person, userId)) return refuse('approvals.own_matter', {});
    const freezes = await freezesOf(tx, userId);
    const thaws = await openProposalsOn(tx, 'thaw', idsOf(freezes));
    const stopped = (await standstillOf(tx, userId)) === 'stopped';
    const [kept, around] = [await keptOrders(tx, userId, stopped), await stoppedMoney(tx, userId)];
    const returns = await openProposalsOn(tx, 'frozen_return', idsOf([...kept, ...around]));
    const orders = [];
    for (const order of kept) {
      const { returnDecided } = await standingOf(tx, { id: order.id, userId });
      orders.push({ ...order, decided: returnDecided, waiting: waitingOn(returns, order.id, person.id) });
    }
    const money = around.map((one) => ({
      ...one,
      waiting: waitingOn(returns, one.id, person.id),
    }));
    const action = 'compliance.freezes_viewed';
    await look(context, { action, subjectType: 'account', subjectId: userId, aboutId: userId });
    const shown = freezes.map((one) => ({ ...one, thaw: waitingOn(thaws, one.id, person.id) }));
    return { freezes: shown, stopped, orders, money };
  });
