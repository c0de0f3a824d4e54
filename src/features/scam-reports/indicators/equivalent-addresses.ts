import { memoizeLru } from '../../../kernel/memoize.ts';
import type { Network } from '../../assets/networks.ts';
import { getSameKeyAddresses } from '../../assets/same-key.ts';
import type { Indicator } from './indicator.ts';
import { parseWallet } from './wallet.ts';

/** Returns the indicator, then the other addresses of a wallet's key. Server only: the key code is large. */
export function equivalentIndicators(indicator: Indicator): readonly Indicator[] {
  if (indicator.kind !== 'wallet') return [indicator];
  return [indicator, ...getOtherForms(indicator.value)];
}

const guessNetwork = (address: string): Network =>
  address.startsWith('0x') ? 'erc20' : address.startsWith('T') ? 'trc20' : 'bitcoin';

const getOtherForms = memoizeLru((address: string) =>
  getSameKeyAddresses(address).flatMap((address) => parseWallet(address, guessNetwork(address)) ?? []),
);
