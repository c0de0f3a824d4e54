import { useState } from 'react';
import { parseCoins } from '../../../../kernel/coins.ts';
import { parseMoney } from '../../../../kernel/money.ts';
import { parseReference } from '../../../../kernel/order-reference.ts';
import { checkAddress } from '../../../coins/addresses.ts';
import { holderMatches } from '../../../movements/names.ts';
import { transferAmount } from '../../../trading/quoting/pricing.ts';
import type { Case } from '../data.ts';

export type Findings = { amount: string; reference: string; sender: string; line: string };
export type Match = 'same' | 'differs';

const noFindings: Findings = { amount: '', reference: '', sender: '', line: '' };

/** Kept until the page reloads, so that switching orders loses nothing. */
const findingsByOrder = new Map<string, Findings>();

export function useFindings(orderId: string): [Findings, (change: Partial<Findings>) => void] {
  const [, rerender] = useState(0);
  const findings = findingsByOrder.get(orderId) ?? noFindings;
  return [
    findings,
    (change) => {
      findingsByOrder.set(orderId, { ...findings, ...change });
      rerender((count) => count + 1);
    },
  ];
}

const toMatch = (same: boolean): Match => (same ? 'same' : 'differs');

/** Accepts the exact amount, or the whole J$ of a transfer. Coins must match to the last digit. */
function isSameAmount({ order }: Case, typed: string): boolean {
  if (order.side === 'sell') {
    return parseCoins(typed, order.coins)?.base === order.coins.base;
  }
  const minor = parseMoney(typed, order.fiat.currency)?.minor;
  return Boolean(minor) && (minor === order.fiat.minor || minor === transferAmount(order.fiat).minor);
}

function normalizeWallet({ order }: Case, address: string): string {
  const check = checkAddress(order.network, address);
  return check.ok ? check.address : address.trim();
}

function isSameSender(file: Case, typed: string): boolean {
  const { order, customer } = file;
  if (order.side === 'sell')
    return normalizeWallet(file, typed) === normalizeWallet(file, order.senderWalletAddress ?? '');
  return holderMatches(typed, { firstName: null, lastName: null, displayName: customer?.name ?? null });
}

export function compareFindings(file: Case, found: Findings): Partial<Record<keyof Findings, Match>> {
  return {
    ...(found.amount.trim() && { amount: toMatch(isSameAmount(file, found.amount)) }),
    ...(found.reference.trim() && { reference: toMatch(parseReference(found.reference) === file.order.reference) }),
    ...(found.sender.trim() && { sender: toMatch(isSameSender(file, found.sender)) }),
  };
}

export const compareHolder = ({ order, customer }: Case): Match =>
  toMatch(
    holderMatches(order.bank?.accountHolderName ?? '', {
      firstName: null,
      lastName: null,
      displayName: customer?.name ?? null,
    }),
  );

export const checkStoredWallet = ({ order }: Case): Match =>
  toMatch(checkAddress(order.network, order.walletAddress ?? '').ok);
