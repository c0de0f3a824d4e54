import { z } from 'zod';
import { parseMoney } from '../../../../kernel/money.ts';
import type { AssetSymbol } from '../../../coins/assets.ts';
import type { Network } from '../../../coins/networks.ts';
import type { Known } from '../../../scam-reports/shapes.ts';
import { tradingMessages } from '../../messages.ts';
import type { buyMethods } from '../../order/order.ts';
import { otherCurrency, PlaceBuyOrder, QuoteBuy } from '../../schema.ts';
import { answerRules, unasked } from './answers.ts';
import { noPapers, papersRules, soundWallet } from './papers.ts';
import type { AddressFault, AddressVerdict } from './use-address.ts';

/** What stands in the buy form, as typed: nothing yet. */
export const emptyBuy = {
  symbol: '' as AssetSymbol | '',
  currency: 'JMD' as 'JMD' | 'USD',
  amount: '',
  network: '' as Network | '',
  walletAddress: '',
  destinationTag: '',
  paymentMethod: 'bank_transfer' as (typeof buyMethods)[number],
  another: false,
  ...noPapers,
  ...unasked,
};
export type BuyForm = typeof emptyBuy;

type Judged = { address: AddressVerdict; tagFault: AddressFault | null; warning: Known | null; large: boolean };

/**
 * What the buy form has to say before it can be sent, in the order of its fields; the messages stand in
 * `trading/schema.ts` [001 §5 Buy form].
 */
export const buyRules = (form: BuyForm, { address, tagFault, warning, large }: Judged) =>
  z.object({
    symbol: QuoteBuy.shape.symbol,
    currency: QuoteBuy.shape.currency,
    amount: QuoteBuy.shape.amount.refine((text) => parseMoney(text, form.currency, 'down') !== null, otherCurrency),
    network: PlaceBuyOrder.shape.network,
    paymentMethod: PlaceBuyOrder.shape.paymentMethod,
    walletAddress: soundWallet(address),
    destinationTag: z.string().refine(() => tagFault === null, tagFault ? tradingMessages[tagFault].text : ''),
    ...answerRules(warning),
    ...papersRules('buy', large, form),
  });

/** What to ask a price for, or null while the form says too little, or what is given away. */
export function buyAsk({ symbol, currency, amount, network }: BuyForm, givenAway: boolean) {
  const read = QuoteBuy.safeParse({ symbol, currency, amount, network: network || null });
  return read.success && !givenAway ? read.data : null;
}

/**
 * A form with what was typed elsewhere in it. What followed from a choice that was made anew there goes with the old
 * one, as it does in the form itself: networks are of a crypto, tags of a network, answers of a wallet.
 */
export function withTyped(form: BuyForm, typed: Readonly<Record<string, string>>): BuyForm {
  const known = Object.fromEntries(Object.entries(typed).filter(([name]) => Object.hasOwn(emptyBuy, name)));
  const { network, destinationTag } = emptyBuy;
  return {
    ...form,
    ...('symbol' in known && { network, destinationTag }),
    ...('network' in known && { destinationTag, ...unasked }),
    ...('walletAddress' in known && unasked),
    ...known,
  };
}
