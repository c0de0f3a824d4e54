import { addressFamilyRows } from '../assets/families.ts';
import { type Network, networks } from '../assets/networks.ts';
import { confusableSkeleton } from '../scam-reports/lookalikes/confusables.ts';

/** Kinds of evidence that two accounts belong to one person (decision E3), with their label for staff. */
export const linkKinds = {
  trn: 'the same TRN',
  id_number: 'the same ID number',
  bank: 'the same bank account',
  wallet: 'the same wallet',
  mail: 'the email address of a frozen or closed account',
  name_birth: 'the name and date of birth of a frozen or closed account',
  device: 'used from the same browser',
  address: 'seen at the same internet address',
} as const;
export type LinkKind = keyof typeof linkKinds;

export const linkStates = ['open', 'joined', 'apart'] as const;
export type LinkState = (typeof linkStates)[number];

/** Builds the proposal subject of two accounts. The order of the arguments does not matter. */
export const linkSubject = (accountA: string, accountB: string): string =>
  [accountA, accountB]
    .map((id) => id.toLowerCase())
    .sort()
    .join(':');

export const normalizeNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Folds look-alike characters: letters of other scripts, O and 0, I and 1. */
export const foldLookalikes = (text: string): string =>
  normalizeNumber(confusableSkeleton(normalizeNumber(text)))
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/** Returns the account number's digits without leading zeros (decision E3). */
export const normalizeAccount = (number: string): string => number.replaceAll(/\D/g, '').replace(/^0+/, '');

/** True when the bank line shows the full account number. Thousands of customers share a masked `xxxx1234`. */
export const isFullAccount = (number: string): boolean =>
  !/[*x•]/i.test(number) && normalizeAccount(number).length >= 5;

/** Returns one form per wallet (decision E3): EVM addresses are equal on all networks, XRP tags differ. */
export function normalizeWallet(network: Network, address: string, tag: string | null): string {
  const { family } = networks[network];
  const plain = addressFamilyRows[family].isCaseSensitive ? address : address.toLowerCase();
  return tag === null ? `${family}:${plain}` : `${family}:${plain}:${tag}`;
}

/** Above this number of people, a shared wallet or bank account does not link accounts. */
export const maxSharers = 5;

/** Exchanges that send for thousands of customers from one wallet. */
const custodialSenders: readonly string[] = ['binance', 'cexio', 'mexc', 'coinbase', 'kucoin'];
export const isSelfCustody = (walletType: string | null): boolean => !custodialSenders.includes(walletType ?? '');
