import { z } from 'zod';
import { pow10 } from '../../kernel/decimal.ts';
import { IdText } from '../../kernel/id-text.ts';
import { parseMoney } from '../../kernel/money.ts';
import { typedAmount } from '../../kernel/typed-amount.ts';
import { assetSymbols } from '../coins/assets.ts';
import { networkIds } from '../coins/networks.ts';
import { custodies } from '../coins/transfer-parties.ts';
import { walletTypes } from '../coins/wallet-types.ts';
import { buyMethods, orderStatuses, sides } from './order/order.ts';

/** Above zero, and at most fifteen digits before the point. */
function positive(text: string): boolean {
  const { units, scale } = typedAmount(text)?.value ?? { units: 0n, scale: 0 };
  return units > 0n && units < pow10(15 + scale);
}

/** The fiat_amount that somebody types, non-empty and above 0 [001 §5 Buy form]; less than a cent falls away. */
const MoneyAmount = z
  .string()
  .trim()
  .min(1, 'Please enter an amount')
  .max(48, 'Amount must be a number greater than 0')
  .refine(positive, 'Amount must be a number greater than 0');

/**
 * The sell_crypto_amount, above 0 [001 §5 Sell form]; what is finer than the asset is counted falls away: balances are
 * shown with 18 places.
 */
const CoinAmount = z
  .string()
  .trim()
  .min(1, 'Please enter an amount')
  .max(48, 'Amount must be greater than 0')
  .refine(positive, 'Amount must be greater than 0');

// Messages for crypto_symbol, fiat_currency, network and wallet_address [001 §5 Buy form, Sell form].
const Asset = z.enum(assetSymbols, { error: 'Please select a cryptocurrency' });
const FiatCurrency = z.enum(['JMD', 'USD'], { error: 'Please select a fiat currency (JMD or USD)' });
const NetworkChoice = z.enum(networkIds, { error: 'Please select a network' });
/** A wallet as it is typed or pasted, wherever one is asked for: the whole of a link too (decision C5). */
export const WalletText = z.string().trim().min(1, 'Please enter your wallet address').max(2_100);
const Tag = z.string().trim().max(20).default('');
const Key = IdText;

export const otherCurrency = 'This amount names another currency than you pay in. Choose the one you mean.';

/** Without a network the cost of sending is left out, and an order from it goes over none that has one. */
export const QuoteBuy = z
  .strictObject({
    symbol: Asset,
    currency: FiatCurrency,
    amount: MoneyAmount,
    network: NetworkChoice.nullable().default(null),
  })
  .refine(({ amount, currency }) => parseMoney(amount, currency, 'down') !== null, {
    path: ['amount'],
    message: otherCurrency,
  });
export const QuoteSell = z.strictObject({ symbol: Asset, amount: CoinAmount });

/** Who holds the customer's wallet: asked from US$1,000 on (`transfer-parties.ts`). */
const HoldingFields = {
  custody: z.enum(custodies).nullable().default(null),
  custodian: z.string().trim().max(80).default(''),
  walletOwner: z.string().trim().max(120).default(''),
};

/** A wallet as it stands in the buy form; in the sell form it has no tag. */
export const WalletAsked = z.strictObject({ network: NetworkChoice, walletAddress: WalletText, destinationTag: Tag });

/** What is answered where a wallet is warned of (`wallets/coercion.ts`), and to which warning. */
const Answer = z.boolean().nullable().default(null);
const WarningFields = {
  warningSeen: z.string().max(200).default(''),
  toldToPay: Answer,
  hurried: Answer,
  ownKeys: Answer,
};

/**
 * The buy form as it is sent: wallet_address, network, how it is paid, source of funds [001 §5 Buy form]; what is
 * bought and for how much is in the quote.
 */
export const PlaceBuyOrder = z.strictObject({
  key: Key,
  quoteId: IdText,
  network: NetworkChoice,
  walletAddress: WalletText,
  destinationTag: Tag,
  paymentMethod: z.enum(buyMethods).default('bank_transfer'),
  sourceOfFunds: z.string().max(40).nullable(),
  sourceOfFundsFile: IdText.nullable(),
  ...HoldingFields,
  ...WarningFields,
  /** Says that an order like the one placed a moment ago is meant as a second one. */
  another: z.boolean().default(false),
});

/** Bank name, account number and holder, and the branch as routing_number, with their messages [001 §5 Sell form]. */
const BankFields = {
  bankName: z.string().trim().min(1, 'Bank name is required').max(80),
  accountNumber: z
    .string()
    .trim()
    .min(1, 'Account number is required')
    .regex(/^[0-9 -]*$/, 'An account number has digits only')
    .refine((text) => /^\d{5,20}$/.test(text.replaceAll(/[ -]/g, '')), 'An account number has 5 to 20 digits'),
  accountHolderName: z.string().trim().min(1, 'Account holder name is required').max(120),
  routingNumber: z.string().trim().max(80).default(''),
};

/**
 * Sender wallet and its type, with their messages [001 §5 Sell form]. The form asks once where that wallet is, under
 * the name wallet_location ('Please select wallet type'); the answer, or the name given for 'other', is the order's
 * `sender_wallet_type`. The sender_wallet_location that the entity lists beside it has no column: nobody gives a second
 * answer [001 §3 transactions].
 */
const SellFields = {
  senderWalletAddress: WalletText,
  walletType: z.enum(walletTypes, { error: 'Please select wallet type' }),
  customWalletType: z.string().trim().max(60).default(''),
  ...BankFields,
};

/** The custom_wallet_type is required where the wallet type is other [001 §5 Sell form]. */
const otherIsNamed = (sell: { walletType: string; customWalletType: string }) =>
  sell.walletType !== 'other' || sell.customWalletType !== '';
export const nameIt = "Please specify wallet type when 'Other' is selected";

/**
 * The sell form as it is sent: whose wallet the coins come from, the wallet proof, and the account that is paid [001 §5
 * Sell form].
 */
export const PlaceSellOrder = z
  .strictObject({
    key: Key,
    quoteId: IdText,
    network: NetworkChoice,
    proofFile: IdText.nullable(),
    sourceOfFunds: z.string().max(40).nullable(),
    sourceOfFundsFile: IdText.nullable(),
    ...HoldingFields,
    another: z.boolean().default(false),
    ...SellFields,
  })
  .refine(otherIsNamed, { path: ['customWalletType'], message: nameIt });

/** Asks whether a sell of this size, from this wallet, may be made and, if so, where the coins go. */
export const SellWallet = z.strictObject({
  symbol: Asset,
  amount: CoinAmount,
  network: NetworkChoice,
  senderWalletAddress: SellFields.senderWalletAddress,
});

/** What was typed so far. Text only, bounded, and never judged: a draft may be half of anything. */
export const SellDraft = z.strictObject({
  data: z
    .record(z.string().max(40), z.string().max(2_100))
    .refine((data) => Object.keys(data).length <= 40 && JSON.stringify(data).length <= 20_000, 'Too long'),
});

export const OneOrder = z.strictObject({ orderId: IdText });
/** `seen`: what is got at the price that was shown, or null to have back what was sent. */
export const ChoosePrice = z.strictObject({ orderId: IdText, seen: z.string().max(60).nullable() });
export const ClaimPayment = z.strictObject({ orderId: IdText, proofFile: IdText });

export const pageSizes = { most: 100, usual: 20 } as const;

/** A page of one's own orders, newest first. `before` is the id of the last one seen. */
export const ListOrders = z.strictObject({
  status: z.enum(['all', ...orderStatuses]).default('all'),
  type: z.enum(['all', ...sides]).default('all'),
  before: IdText.nullable().default(null),
  limit: z.number().int().min(1).max(pageSizes.most).default(pageSizes.usual),
});
