import type { Db } from '../../../platform/database/database.ts';
import { isOurs, type OwnDestinations, type Paid, parseParty } from '../../ledger/evidence.ts';
import { abbreviate, type Party } from '../../ledger/movement.ts';
import { getFullName, holderMatches } from '../../ledger/names.ts';
import type { Contradiction } from '../../outgoing-money/reasons.ts';
import { canApply } from '../order/order.ts';
import type { Order } from '../order/order-row.ts';
import { refuse } from '../staff-messages.ts';
import type { StaffContext } from './order-commands.ts';
import { getPayInRail } from './pay-out-terms.ts';
import { findCustomerName } from './queue-store.ts';

/** Parses the payer or sender, the only possible recipient of a refund. Rejects our own accounts and wallets. */
export function payerOrSender(order: Order, typed: Paid, own: OwnDestinations): Party {
  const party = parseParty(getPayInRail(order), typed, own);
  if (isOurs(party, own) || (party.address !== null && party.address === order.companyWallet?.address))
    refuse('desk.from_ourselves', {});
  return party;
}

/** Detects a payer other than the customer, or coins from an address other than the one the customer entered. */
export async function findContradiction(tx: Db, order: Order, party: Party): Promise<Contradiction | null> {
  const { side, senderWalletAddress } = order;
  if (side === 'sell') {
    if (party.address === null || senderWalletAddress === null || party.address === senderWalletAddress) return null;
    return { kind: 'sender', incoming: abbreviate(party.address), named: abbreviate(senderWalletAddress) };
  }
  if (party.holder === null) return null;
  const customer = await findCustomerName(tx, order.userId);
  if (!customer || holderMatches(party.holder, customer)) return null;
  return { kind: 'payer', incoming: party.holder, named: getFullName(customer) };
}

type IncomingEvidence = { readonly party: Party; readonly note: string };

/** Requires a note for money from another payer or sender (decision F5). Late money needs none: it is refunded. */
export async function assertNoContradiction(
  { tx }: Pick<StaffContext, 'tx'>,
  order: Order,
  { party, note }: IncomingEvidence,
): Promise<void> {
  if (note !== '' || !canApply(order.state, 'receive')) return;
  const contradiction = await findContradiction(tx, order, party);
  if (contradiction?.kind === 'payer')
    refuse('desk.name_differs', { payer: contradiction.incoming, customer: contradiction.named });
  if (contradiction?.kind === 'sender')
    refuse('desk.sender_differs', { sender: contradiction.incoming, named: contradiction.named });
}
