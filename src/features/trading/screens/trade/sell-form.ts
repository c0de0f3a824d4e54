import { z } from 'zod';
import { parseCoins } from '../../../../kernel/coins.ts';
import type { Money } from '../../../../kernel/money.ts';
import { type DraftText, parseStoredFile } from '../../../../ui/drafts.ts';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { type AssetSymbol, assets, isAssetSymbol } from '../../../assets/assets.ts';
import { isNetwork, type Network } from '../../../assets/networks.ts';
import { custodies } from '../../../assets/transfer-parties.ts';
import { type WalletType, walletTypes } from '../../../assets/wallet-types.ts';
import { isBranchMissing } from '../../../ledger/payout-rail.ts';
import { tradingMessages } from '../../messages.ts';
import { PlaceSellOrder, QuoteSell, walletNameMessage } from '../../schema.ts';
import { fundsRules, noFunds, requireFile, validWallet } from './source-of-funds-form.ts';
import type { AddressVerdict } from './use-address.ts';

export type SellStep = 1 | 2 | 3;

export const emptySell = {
  step: 1 as SellStep,
  symbol: '' as AssetSymbol | '',
  amount: '',
  network: '' as Network | '',
  senderWalletAddress: '',
  /** Name of the chain in a pasted link. Not sent to the server. */
  pastedFrom: '',
  walletType: '' as WalletType | '',
  customWalletType: '',
  proof: null as StoredFile | null,
  bankName: '',
  accountNumber: '',
  accountHolderName: '',
  routingNumber: '',
  another: false,
  ...noFunds,
};
export type Sell = typeof emptySell;

export const stepFields = {
  1: ['symbol', 'amount', 'network', 'senderWalletAddress'],
  2: ['walletType', 'customWalletType', 'proof'],
  3: [],
} as const satisfies Record<SellStep, readonly (keyof Sell)[]>;

function coinAmount(symbol: AssetSymbol | '') {
  const { amount } = QuoteSell.shape;
  if (symbol === '') return amount;
  const parse = (text: string) => parseCoins(text, { symbol, decimals: assets[symbol].decimals }, 'down');
  return amount
    .refine((text) => parse(text) !== null, `This amount isn't in ${symbol}. Please check it.`)
    .refine((text) => parse(text)?.base !== 0n, 'Amount must be greater than 0');
}

type FormChecks = { address: AddressVerdict; large: boolean; net?: Money | undefined };

/** Validation rules of the sell form, in field order [001 §5 Sell form]. */
export function sellRules(form: Sell, { address, large, net }: FormChecks) {
  const { shape } = PlaceSellOrder;
  return z.object({
    symbol: QuoteSell.shape.symbol,
    amount: coinAmount(form.symbol),
    network: shape.network,
    senderWalletAddress: validWallet(address),
    walletType: shape.walletType,
    customWalletType: z.string().refine((name) => form.walletType !== 'other' || name.trim() !== '', walletNameMessage),
    proof: requireFile('Wallet proof is required for sell transactions'),
    bankName: shape.bankName,
    accountNumber: shape.accountNumber,
    accountHolderName: shape.accountHolderName,
    routingNumber: z
      .string()
      .refine((branch) => !net || !isBranchMissing(net, branch), tradingMessages['trading.branch_needed'].text),
    ...fundsRules('sell', large, form),
  });
}

/** Returns null while the input for a quote is incomplete, and for a free token. */
export function getSellQuoteInput({ symbol, amount, network }: Sell, isFree: boolean) {
  const read = QuoteSell.safeParse({ symbol, amount, network: network || null });
  return read.success && coinAmount(symbol).safeParse(amount).success && !isFree ? read.data : null;
}

/** Serializes the form for storage on the server (decision A2). */
export function toDraft({ another: _not, proof, sourceFile, step, ...texts }: Sell): DraftText {
  return { ...texts, proof: JSON.stringify(proof), sourceFile: JSON.stringify(sourceFile), step: String(step) };
}

const findOption = <T extends string>(options: readonly T[], text: string | undefined): T | '' =>
  options.find((option) => option === text) ?? '';

export function fromDraft(data: DraftText): Sell {
  const { symbol = '', network = '', walletType, custody, proof, sourceFile, step } = data;
  const texts = Object.keys(emptySell).map((name) => [name, data[name] ?? '']);
  return {
    ...emptySell,
    ...Object.fromEntries(texts),
    another: false,
    step: step === '3' ? 3 : step === '2' ? 2 : 1,
    symbol: isAssetSymbol(symbol) ? symbol : '',
    network: isNetwork(network) ? network : '',
    walletType: findOption(walletTypes, walletType),
    custody: findOption(custodies, custody),
    proof: parseStoredFile(proof),
    sourceFile: parseStoredFile(sourceFile),
  };
}
