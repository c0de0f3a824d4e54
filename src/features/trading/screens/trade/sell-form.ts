import { z } from 'zod';
import { parseCoins } from '../../../../kernel/coins.ts';
import type { Money } from '../../../../kernel/money.ts';
import { type DraftText, fileFrom } from '../../../../ui/form-draft.ts';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { type AssetSymbol, assets, isAssetSymbol } from '../../../coins/assets.ts';
import { isNetwork, type Network } from '../../../coins/networks.ts';
import { custodies } from '../../../coins/transfer-parties.ts';
import { type WalletType, walletTypes } from '../../../coins/wallet-types.ts';
import { lacksBranch } from '../../../movements/payout-rail.ts';
import { tradingMessages } from '../../messages.ts';
import { nameIt, PlaceSellOrder, QuoteSell } from '../../schema.ts';
import { given, noPapers, papersRules, soundWallet } from './papers.ts';
import type { AddressVerdict } from './use-address.ts';

export type SellStep = 1 | 2 | 3;

/** What stands in the sell form, as typed, and in which step it stands: nothing yet. */
export const emptySell = {
  step: 1 as SellStep,
  symbol: '' as AssetSymbol | '',
  amount: '',
  network: '' as Network | '',
  senderWalletAddress: '',
  walletType: '' as WalletType | '',
  customWalletType: '',
  proof: null as StoredFile | null,
  bankName: '',
  accountNumber: '',
  accountHolderName: '',
  routingNumber: '',
  another: false,
  ...noPapers,
};
export type Sell = typeof emptySell;

/** Which fields the first two steps ask for; the third asks for the rest. */
export const stepFields = {
  1: ['symbol', 'amount', 'network', 'senderWalletAddress'],
  2: ['walletType', 'customWalletType', 'proof'],
  3: [],
} as const satisfies Record<SellStep, readonly (keyof Sell)[]>;

/** An amount that names another coin is not taken for this one. */
function coinAmount(symbol: AssetSymbol | '') {
  const { amount } = QuoteSell.shape;
  if (symbol === '') return amount;
  const read = (text: string) => parseCoins(text, { symbol, decimals: assets[symbol].decimals }, 'down');
  return amount
    .refine((text) => read(text) !== null, `This amount is not one of ${symbol}. Check which coin you mean.`)
    .refine((text) => read(text)?.base !== 0n, 'Amount must be greater than 0');
}

type Judged = { address: AddressVerdict; large: boolean; net?: Money | undefined };

/**
 * What the sell form has to say before it can be sent, in the order of its fields; most messages stand in
 * `trading/schema.ts` [001 §5 Sell form].
 */
export function sellRules(form: Sell, { address, large, net }: Judged) {
  const { shape } = PlaceSellOrder;
  return z.object({
    symbol: QuoteSell.shape.symbol,
    amount: coinAmount(form.symbol),
    network: shape.network,
    senderWalletAddress: soundWallet(address),
    walletType: shape.walletType,
    customWalletType: z.string().refine((name) => form.walletType !== 'other' || name.trim() !== '', nameIt),
    proof: given('Wallet proof is required for sell transactions'),
    bankName: shape.bankName,
    accountNumber: shape.accountNumber,
    accountHolderName: shape.accountHolderName,
    routingNumber: z
      .string()
      .refine((branch) => !net || !lacksBranch(net, branch), tradingMessages['trading.branch_needed'].text),
    ...papersRules('sell', large, form),
  });
}

/** What to ask a price for, or null while the form says too little, or what nobody buys. */
export function sellAsk({ symbol, amount }: Sell, givenAway: boolean) {
  const read = QuoteSell.safeParse({ symbol, amount });
  return read.success && coinAmount(symbol).safeParse(amount).success && !givenAway ? read.data : null;
}

/** The form as the server keeps it [decision A2]. */
export function draftOf({ another: _not, proof, sourceFile, step, ...texts }: Sell): DraftText {
  return { ...texts, proof: JSON.stringify(proof), sourceFile: JSON.stringify(sourceFile), step: String(step) };
}

const among = <T extends string>(options: readonly T[], text: string | undefined): T | '' =>
  options.find((option) => option === text) ?? '';

/** The form out of a draft; whatever is unknown or no longer offered is left empty. */
export function formFrom(data: DraftText): Sell {
  const { symbol = '', network = '', walletType, custody, proof, sourceFile, step } = data;
  const texts = Object.keys(emptySell).map((name) => [name, data[name] ?? '']);
  return {
    ...emptySell,
    ...Object.fromEntries(texts),
    another: false,
    step: step === '3' ? 3 : step === '2' ? 2 : 1,
    symbol: isAssetSymbol(symbol) ? symbol : '',
    network: isNetwork(network) ? network : '',
    walletType: among(walletTypes, walletType),
    custody: among(custodies, custody),
    proof: fileFrom(proof),
    sourceFile: fileFrom(sourceFile),
  };
}
