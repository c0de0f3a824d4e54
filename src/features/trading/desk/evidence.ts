import { refuse } from '../../../messages.ts';
import { checkAddress } from '../addresses.ts';
import { evidenceMoment } from '../evidence-moment.ts';
import { addressFromPaste } from '../explorer-link.ts';
import { noParty, type Party } from '../movement.ts';
import { movementReference, type Rail } from '../movement-reference.ts';
import { usedFor } from '../movement-store.ts';
import { networks } from '../networks.ts';
import type { Order } from '../order-row.ts';
import type { Arrival } from './schema.ts';
import type { Desk } from './steps.ts';

/** What staff read off the bank line or the chain: under what it moved, and when. */
type Typed = { readonly reference: string; readonly movedOn: string; readonly movedTime: string };

export const networkName = (rail: Rail): string => (rail === 'bank' ? 'the bank' : networks[rail].name);

/** When it moved, or a refusal: nothing moved in the future. */
export function movedAt(desk: Desk, { movedOn, movedTime }: Omit<Typed, 'reference'>) {
  const moment = evidenceMoment(movedOn, movedTime, desk.services.clock());
  if (!moment.ok) return refuse(`desk.${moment.fault}`, {});
  return { movedAt: moment.movedAt, dayOnly: moment.dayOnly };
}

/** A reference in its one form. One that was ever used, in whatever spelling and for whatever, is refused. */
export async function freshReference({ tx }: Desk, rail: Rail, typed: string) {
  const check = movementReference(rail, typed);
  if (!check.ok)
    return check.fault === 'reference_no_hash'
      ? refuse('desk.reference_no_hash', { network: networkName(rail) })
      : refuse(`desk.${check.fault}`, {});
  const other = await usedFor(tx, check.key);
  if (other) return refuse('desk.reference_used', { reference: other });
  return { typed, key: check.key };
}

/** Reference and moment of something that moved. */
export const evidenceOf = async (desk: Desk, rail: Rail, typed: Typed) => ({
  rail,
  reference: await freshReference(desk, rail, typed.reference),
  ...movedAt(desk, typed),
});

type Payer = Pick<Arrival, 'payerBank' | 'payerAccount' | 'payerHolder'>;

/** The account of whoever paid; null where nothing is typed. A part of it alone is refused. */
export function payerOf({ payerBank, payerAccount, payerHolder }: Payer): Party | null {
  const parts = [payerBank, payerAccount, payerHolder];
  if (parts.every((part) => part === '')) return null;
  if (parts.includes('')) refuse('desk.payer_missing', {});
  return { ...noParty, bank: payerBank, account: payerAccount, holder: payerHolder };
}

/** Who paid, or the address that really sent the coins. What goes back goes there alone. */
export function payerOrSender(
  { side, network }: Order,
  typed: Payer & Pick<Arrival, 'senderAddress' | 'senderTag'>,
): Party {
  if (side === 'buy') return payerOf(typed) ?? refuse('desk.payer_missing', {});
  const check = checkAddress(network, addressFromPaste(typed.senderAddress));
  if (!check.ok) return refuse('desk.sender_unsound', { network: networks[network].name });
  const tag = typed.senderTag || check.tag?.toString() || null;
  return { ...noParty, address: check.address, tag };
}
