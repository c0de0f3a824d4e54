import { useState } from 'react';
import { parseCoins } from '../../../../kernel/coins.ts';
import { parseMoney } from '../../../../kernel/money.ts';
import { parseReference } from '../../../../kernel/order-reference.ts';
import type { AddressRules } from '../../../assets/use-address-rules.ts';
import { holderMatches } from '../../../ledger/names.ts';
import { transferAmount } from '../../quoting/pricing.ts';
import type { Case } from './data.ts';

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

/** Compares the sending wallet by its canonical form. Without the rules, only identical text is the same. */
function isSameWallet({ order }: Case, typed: string, rules: AddressRules): boolean {
  const normalize = (address: string) => {
    const check = rules === null || rules === 'lost' ? null : rules.checkAddress(order.network, address);
    return check?.ok ? check.address : address.trim();
  };
  return normalize(typed) === normalize(order.senderWalletAddress ?? '');
}

function matchSender(file: Case, typed: string, rules: AddressRules): Match | undefined {
  const { order, customer } = file;
  if (order.side === 'buy')
    return toMatch(holderMatches(typed, { firstName: null, lastName: null, displayName: customer?.name ?? null }));
  if (isSameWallet(file, typed, rules)) return 'same';
  // An address may be written in several ways, so that a difference needs the rules.
  return rules === null || rules === 'lost' ? undefined : 'differs';
}

type Comparison = Partial<Record<keyof Findings, Match | undefined>>;

export function compareFindings(file: Case, found: Findings, rules: AddressRules): Comparison {
  return {
    ...(found.amount.trim() && { amount: toMatch(isSameAmount(file, found.amount)) }),
    ...(found.reference.trim() && {
      reference: toMatch(parseReference(found.reference) === file.order.transferReference),
    }),
    ...(found.sender.trim() && { sender: matchSender(file, found.sender, rules) }),
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
