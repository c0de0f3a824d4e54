import { type Network, networks } from '../coins/networks.ts';

/**
 * What tells that two accounts may be one person's (decision E3). A match stops nothing by machine: it holds the
 * approval and asks a person.
 */
export const linkKinds = {
  trn: 'the same TRN',
  id_number: 'the same ID number',
  bank: 'the same bank account',
  wallet: 'the same wallet',
  mail: 'the mail address of an account that was stopped',
  name_birth: 'the name and date of birth of an account that was stopped',
  device: 'used from the same browser',
  address: 'seen at the same internet address',
} as const;
export type LinkKind = keyof typeof linkKinds;

export const linkStates = ['open', 'joined', 'apart'] as const;
export type LinkState = (typeof linkStates)[number];

/** Two accounts by their ids, whichever comes first: what a proposal about them is about. */
export const pairOf = (one: string, other: string): string =>
  [one, other]
    .map((id) => id.toLowerCase())
    .sort()
    .join(':');

/** A number of a paper without what people write between its signs; empty where nothing is left. */
export const plainNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * A bank account by value, its digits alone (decision E3): people write one bank in many ways, and zeros in front or
 * not.
 */
export const plainAccount = (number: string): string => number.replaceAll(/\D/g, '').replace(/^0+/, '');

/** Whether a bank shows an account whole: of `xxxx1234` thousands of people have one. */
export const isWholeAccount = (number: string): boolean => !/[*x•]/i.test(number) && plainAccount(number).length >= 5;

/**
 * A wallet as it is compared, by value (decision E3): one EVM address is one owner's on each of its networks; an XRP
 * tag belongs to it.
 */
export function plainWallet(network: Network, address: string, tag: string | null): string {
  const { family } = networks[network];
  const plain = family === 'evm' ? address.toLowerCase() : address;
  return tag === null ? `${family}:${plain}` : `${family}:${plain}:${tag}`;
}

/** Kinds of senders that send for thousands of people from one wallet: it tells nothing of who is behind it. */
const providers: readonly string[] = ['binance', 'cexio', 'mexc', 'coinbase', 'kucoin'];
export const isOwnSender = (walletType: string | null): boolean => !providers.includes(walletType ?? '');
