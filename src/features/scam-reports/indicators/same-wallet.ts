import { lately } from '../../../kernel/lately.ts';
import type { Network } from '../../coins/networks.ts';
import { sameKeyAddresses } from '../../coins/same-key.ts';
import type { Indicator } from './indicator.ts';
import { readWallet } from './wallet.ts';

/**
 * A thing and, of a wallet, the other forms in which its key writes it: whoever warned of one form warned of the key.
 * The thing itself stands first. A tag belongs to one form alone. Not for browsers, who load no keys of wallets.
 */
export function inAllForms(one: Indicator): readonly Indicator[] {
  if (one.kind !== 'wallet') return [one];
  return [one, ...otherForms(one.value)];
}

/** Which network writes addresses so. */
const networkOf = (address: string): Network =>
  address.startsWith('0x') ? 'erc20' : address.startsWith('T') ? 'trc20' : 'bitcoin';

const otherForms = lately((address: string) =>
  sameKeyAddresses(address).flatMap((other) => readWallet(other, networkOf(other)) ?? []),
);
