import { type AddressFault, checkWallet } from '../coins/addresses.ts';
import { addressFromPaste } from '../coins/explorer-link.ts';
import { assetNetworks, carries, type Network } from '../coins/networks.ts';
import { mostWallets, type WalletCoin } from './options.ts';

/**
 * The wallets of their own that a customer names for Enhanced KYC: six at the most, each checked for its network [000
 * §5 Enhanced KYC].
 */
export type Wallet = {
  readonly cryptoSymbol: WalletCoin;
  readonly network: Network;
  readonly walletProvider: string;
  readonly customWalletProvider: string;
  readonly walletAddress: string;
};

/** What a coin's network select offers, with the documented labels of `coins/networks.ts` [000 §5 Enhanced KYC, §9]. */
export const networksOf = (coin: WalletCoin) => assetNetworks[coin];

export type WalletFault = {
  /** Counted from one, as people count. */
  readonly number: number;
  readonly fault: AddressFault | 'network_unfit' | 'twice' | 'too_many';
};

/** The wallets with their addresses in the one way we write them, or what is wrong with the first that is not sound. */
export function readWallets(wallets: readonly Wallet[]): { wallets: Wallet[] } | WalletFault {
  if (wallets.length > mostWallets) return { number: mostWallets + 1, fault: 'too_many' };
  const sound: Wallet[] = [];
  for (const [at, wallet] of wallets.entries()) {
    const number = at + 1;
    if (!carries(wallet.network, wallet.cryptoSymbol)) return { number, fault: 'network_unfit' };
    const check = checkWallet(wallet.network, addressFromPaste(wallet.walletAddress, wallet.network));
    if (!check.ok) return { number, fault: check.reason };
    const same = (other: Wallet) =>
      other.cryptoSymbol === wallet.cryptoSymbol &&
      other.network === wallet.network &&
      other.walletAddress === check.address;
    if (sound.some(same)) return { number, fault: 'twice' };
    sound.push({ ...wallet, walletAddress: check.address });
  }
  return { wallets: sound };
}
