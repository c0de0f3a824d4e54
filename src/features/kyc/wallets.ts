import type { AddressFault } from '../assets/address-families.ts';
import { checkWallet, type KnownAddresses } from '../assets/addresses.ts';
import { assetNetworks, isOffered, type Network } from '../assets/networks.ts';
import { maxTrustedWallets, type WalletCoin } from './options.ts';

/** Trusted wallet of Enhanced KYC [000 §5 Enhanced KYC]. */
export type Wallet = {
  readonly cryptoSymbol: WalletCoin;
  readonly network: Network;
  readonly walletProvider: string;
  readonly customWalletProvider: string;
  readonly walletAddress: string;
};

/** [000 §5 Enhanced KYC, §9] */
export const getNetworks = (coin: WalletCoin) => assetNetworks[coin];

export type WalletFault = {
  /** Position in the list, from 1. */
  readonly number: number;
  readonly fault: AddressFault | 'network_unfit' | 'twice' | 'too_many';
};

/** Returns the wallets with normalized addresses, or the first error. */
export function parseWallets(
  wallets: readonly Wallet[],
  companyAddresses: KnownAddresses,
): { wallets: Wallet[] } | WalletFault {
  if (wallets.length > maxTrustedWallets) return { number: maxTrustedWallets + 1, fault: 'too_many' };
  const parsed: Wallet[] = [];
  for (const [at, wallet] of wallets.entries()) {
    const number = at + 1;
    if (!isOffered(wallet.network, wallet.cryptoSymbol)) return { number, fault: 'network_unfit' };
    const check = checkWallet(wallet.network, wallet.walletAddress, companyAddresses);
    if (!check.ok) return { number, fault: check.reason };
    const isSame = (other: Wallet) =>
      other.cryptoSymbol === wallet.cryptoSymbol &&
      other.network === wallet.network &&
      other.walletAddress === check.address;
    if (parsed.some(isSame)) return { number, fault: 'twice' };
    parsed.push({ ...wallet, walletAddress: check.address });
  }
  return { wallets: parsed };
}
