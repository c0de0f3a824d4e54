import { isOurs, type Ours, type Paid, partyOn } from '../../movements/evidence.ts';
import type { Party } from '../../movements/movement.ts';
import { fullName, holderMatches } from '../../movements/names.ts';
import { refuse } from '../desk-messages.ts';
import { canMove } from '../order/order.ts';
import type { Order } from '../order/order-row.ts';
import { payInRail } from './pay-out-terms.ts';
import { nameOf } from './queue-store.ts';
import type { Desk } from './steps.ts';

/** Who paid, or the address that really sent the coins. What goes back goes there alone: never to ourselves. */
export function payerOrSender(order: Order, typed: Paid, ours: Ours): Party {
  const party = partyOn(payInRail(order), typed);
  if (isOurs(party, ours) || (party.address !== null && party.address === order.companyWallet?.address))
    refuse('desk.from_ourselves', {});
  return party;
}

type Named = { readonly party: Party; readonly note: string };

/**
 * Money of somebody else is an order's for a reason that is written down, as it is a payment's, however it is
 * confirmed. Of an order that is over it goes back, to whoever paid.
 */
export async function refuseOtherName(
  { tx }: Pick<Desk, 'tx'>,
  { userId, state }: Order,
  { party, note }: Named,
): Promise<void> {
  if (note !== '' || !canMove(state, 'receive') || party.holder === null) return;
  const customer = await nameOf(tx, userId);
  if (!customer || holderMatches(party.holder, customer)) return;
  refuse('desk.name_differs', { payer: party.holder, customer: fullName(customer) });
}
