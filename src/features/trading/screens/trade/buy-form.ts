import { z } from 'zod';
import { parseMoney } from '../../../../kernel/money.ts';
import type { AssetSymbol } from '../../../assets/assets.ts';
import type { Network } from '../../../assets/networks.ts';
import type { Known } from '../../../scam-reports/types.ts';
import { scamQuestionMessages } from '../../customer-messages.ts';
import { tradingMessages } from '../../messages.ts';
import type { buyMethods } from '../../order/order.ts';
import { addressUncheckedMessage } from '../../order-form-messages.ts';
import { otherCurrencyMessage, PlaceBuyOrder, QuoteBuy } from '../../schema.ts';
import { questions, type SubmittedAnswers, warningVersionKey } from '../../wallets/scam-questions.ts';
import { fundsRules, noFunds, validWallet } from './source-of-funds-form.ts';
import type { AddressFault, AddressVerdict } from './use-address.ts';

type Answer = '' | 'yes' | 'no';
export type ChosenAnswers = Readonly<Record<(typeof questions)[number], Answer>>;
export const noAnswers: ChosenAnswers = { askedToPay: '', hurried: '', ownKeys: '' };

export const emptyBuy = {
  symbol: '' as AssetSymbol | '',
  currency: 'JMD' as 'JMD' | 'USD',
  amount: '',
  network: '' as Network | '',
  /** Key of the picked payee. Not sent to the server. */
  payee: '',
  walletAddress: '',
  pastedFrom: '',
  addressChecked: false,
  destinationTag: '',
  paymentMethod: 'bank_transfer' as (typeof buyMethods)[number],
  another: false,
  ...noFunds,
  ...noAnswers,
};
export type BuyForm = typeof emptyBuy;

type FormChecks = {
  address: AddressVerdict;
  tagFault: AddressFault | null;
  warning: Known | null;
  large: boolean;
  isNewAddress?: boolean;
};

/** Validation rules of the buy form, in field order [001 §5 Buy form]. */
export const buyRules = (form: BuyForm, { address, tagFault, warning, large, isNewAddress }: FormChecks) =>
  z.object({
    symbol: QuoteBuy.shape.symbol,
    currency: QuoteBuy.shape.currency,
    amount: QuoteBuy.shape.amount.refine(
      (text) => parseMoney(text, form.currency, 'down') !== null,
      otherCurrencyMessage,
    ),
    network: PlaceBuyOrder.shape.network,
    paymentMethod: PlaceBuyOrder.shape.paymentMethod,
    walletAddress: validWallet(address),
    destinationTag: z.string().refine(() => tagFault === null, tagFault ? tradingMessages[tagFault].text : ''),
    ...answerRules(warning),
    addressChecked: z.boolean().refine((isChecked) => isChecked || !isNewAddress, addressUncheckedMessage),
    ...fundsRules('buy', large, form),
  });

/** Returns null while the input for a quote is incomplete, and for a free token. */
export function getBuyQuoteInput({ symbol, currency, amount, network }: BuyForm, isFree: boolean) {
  const read = QuoteBuy.safeParse({ symbol, currency, amount, network: network || null });
  return read.success && !isFree ? read.data : null;
}

export function mergeInput(form: BuyForm, typed: Readonly<Record<string, string>>): BuyForm {
  const known = Object.fromEntries(Object.entries(typed).filter(([name]) => Object.hasOwn(emptyBuy, name)));
  const { network, destinationTag } = emptyBuy;
  return {
    ...form,
    ...('symbol' in known && { network, destinationTag }),
    ...('network' in known && { destinationTag, ...noAnswers }),
    ...('walletAddress' in known && noAnswers),
    ...known,
  };
}

export const answerRules = (warning: Known | null) =>
  warning
    ? Object.fromEntries(questions.map((name) => [name, z.enum(['yes', 'no'], scamQuestionMessages.choose)]))
    : {};

const parseAnswer = (answer: Answer): boolean | null => (answer === '' ? null : answer === 'yes');

export const parseAnswers = ({ askedToPay, hurried, ownKeys }: ChosenAnswers) => ({
  askedToPay: parseAnswer(askedToPay),
  hurried: parseAnswer(hurried),
  ownKeys: parseAnswer(ownKeys),
});

export const answersBody = (chosen: ChosenAnswers, warning: Known | null): SubmittedAnswers =>
  warning
    ? { warningSeen: warningVersionKey(warning), ...parseAnswers(chosen) }
    : { warningSeen: '', ...parseAnswers(noAnswers) };
