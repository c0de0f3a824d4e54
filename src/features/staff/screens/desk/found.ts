import { useState } from 'react';
import { parseCoins } from '../../../../kernel/coins.ts';
import { readReference } from '../../../../kernel/ids.ts';
import { parseMoney } from '../../../../kernel/money.ts';
import { checkAddress } from '../../../coins/addresses.ts';
import { holderMatches } from '../../../movements/names.ts';
import { transferAmount } from '../../../trading/quoting/pricing.ts';
import type { Case } from './data.ts';

/** What somebody found on the bank line or the chain, as typed, to be compared with the order. */
export type Found = { amount: string; reference: string; sender: string; line: string };
export type Match = 'same' | 'differs';

const nothing: Found = { amount: '', reference: '', sender: '', line: '' };

/** Kept for as long as the page is loaded, so that looking at another order loses nothing. */
const kept = new Map<string, Found>();

/** The findings for one order, and how to change them. */
export function useFound(orderId: string): [Found, (change: Partial<Found>) => void] {
  const [, redraw] = useState(0);
  const found = kept.get(orderId) ?? nothing;
  return [
    found,
    (change) => {
      kept.set(orderId, { ...found, ...change });
      redraw((count) => count + 1);
    },
  ];
}

const verdict = (same: boolean): Match => (same ? 'same' : 'differs');

/** The money of the order, or the whole J$ that we asked to transfer; coins to the last place. */
function sameAmount({ order }: Case, typed: string): boolean {
  if (order.side === 'sell') {
    return parseCoins(typed, order.coins)?.base === order.coins.base;
  }
  const minor = parseMoney(typed, order.fiat.currency)?.minor;
  return Boolean(minor) && (minor === order.fiat.minor || minor === transferAmount(order.fiat).minor);
}

/** A wallet in the one way we write it, or as given. */
function written({ order }: Case, address: string): string {
  const check = checkAddress(order.network, address);
  return check.ok ? check.address : address.trim();
}

function sameSender(file: Case, typed: string): boolean {
  const { order, customer } = file;
  if (order.side === 'sell') return written(file, typed) === written(file, order.senderWalletAddress ?? '');
  return holderMatches(typed, { firstName: null, lastName: null, displayName: customer?.name ?? null });
}

/** How each finding compares with the order; nothing typed, nothing judged. The server judges again. */
export function verdicts(file: Case, found: Found): Partial<Record<keyof Found, Match>> {
  return {
    ...(found.amount.trim() && { amount: verdict(sameAmount(file, found.amount)) }),
    ...(found.reference.trim() && { reference: verdict(readReference(found.reference) === file.order.reference) }),
    ...(found.sender.trim() && { sender: verdict(sameSender(file, found.sender)) }),
  };
}

/** Whether the payout account is in the customer's own name. */
export const holderVerdict = ({ order, customer }: Case): Match =>
  verdict(
    holderMatches(order.bank?.accountHolderName ?? '', {
      firstName: null,
      lastName: null,
      displayName: customer?.name ?? null,
    }),
  );

/** Whether coins can arrive at the customer's wallet, judged again on what is stored. */
export const walletVerdict = ({ order }: Case): Match =>
  verdict(checkAddress(order.network, order.walletAddress ?? '').ok);
