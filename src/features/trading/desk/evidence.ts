import { isOurs, type Ours, type Paid, partyOn } from '../../movements/evidence.ts';
import type { Party } from '../../movements/movement.ts';
import { refuse } from '../desk-messages.ts';
import type { Order } from '../order/order-row.ts';
import { payInRail } from './frozen.ts';

/** Who paid, or the address that really sent the coins. What goes back goes there alone: never to ourselves. */
export function payerOrSender(order: Order, typed: Paid, ours: Ours): Party {
  const party = partyOn(payInRail(order), typed);
  if (isOurs(party, ours) || (party.address !== null && party.address === order.companyWallet?.address))
    refuse('desk.from_ourselves', {});
  return party;
}
