import { z } from 'zod';
import { pow10 } from '../../kernel/decimal.ts';
import { parseMoney } from '../../kernel/money.ts';
import { parseTypedAmount } from '../../kernel/parse-amount.ts';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { assetSymbols } from '../assets/assets.ts';
import { networkIds } from '../assets/networks.ts';
import { custodies } from '../assets/transfer-parties.ts';
import { walletTypes } from '../assets/wallet-types.ts';
import { buyMethods, orderStatuses, sides } from './order/order.ts';

function positive(text: string): boolean {
  const { units, scale } = parseTypedAmount(text)?.value ?? { units: 0n, scale: 0 };
  return units > 0n && units < pow10(15 + scale);
}

/** The fiat_amount, above 0, rounded down to the cent [001 §5 Buy form]. */
const MoneyAmount = typedText()
  .min(1, 'Please enter an amount')
  .max(48, 'Amount must be a number greater than 0')
  .refine(positive, 'Amount must be a number greater than 0');

/** The sell_crypto_amount, above 0 [001 §5 Sell form]. Rounds down: wallets show more decimals than we trade. */
const CoinAmount = typedText()
  .min(1, 'Please enter an amount')
  .max(48, 'Amount must be greater than 0')
  .refine(positive, 'Amount must be greater than 0');

// Messages for crypto_symbol, fiat_currency, network and wallet_address [001 §5 Buy form, Sell form].
const Asset = z.enum(assetSymbols, { error: 'Please select a cryptocurrency' });
const FiatCurrency = z.enum(['JMD', 'USD'], { error: 'Please select a fiat currency (JMD or USD)' });
const NetworkChoice = z.enum(networkIds, { error: 'Please select a network' });
/** A typed or pasted address. Long enough for an explorer link (decision C5). */
export const WalletText = typedText().min(1, 'Please enter your wallet address').max(2_100);
const Tag = typedText().max(20).default('');
const Key = UuidSchema;

export const otherCurrencyMessage = "This amount isn't in the currency you chose to pay in. Please check it.";

/** The cheapest network is the default. The order may use any network of the same cost. */
export const QuoteBuy = z
  .strictObject({
    symbol: Asset,
    currency: FiatCurrency,
    amount: MoneyAmount,
    network: NetworkChoice.nullable().default(null),
  })
  .refine(({ amount, currency }) => parseMoney(amount, currency, 'down') !== null, {
    path: ['amount'],
    message: otherCurrencyMessage,
  });
export const QuoteSell = z.strictObject({
  symbol: Asset,
  amount: CoinAmount,
  network: NetworkChoice.nullable().default(null),
});

const HoldingFields = {
  custody: z.enum(custodies).nullable().default(null),
  custodian: typedText().max(80).default(''),
  walletOwner: typedText().max(120).default(''),
};

export const WalletQuery = z.strictObject({ network: NetworkChoice, walletAddress: WalletText, destinationTag: Tag });

const Answer = z.boolean().nullable().default(null);
const WarningFields = {
  warningSeen: z.string().max(200).default(''),
  askedToPay: Answer,
  hurried: Answer,
  ownKeys: Answer,
};

/** Coin and amount come from the quote [001 §5 Buy form]. */
export const PlaceBuyOrder = z.strictObject({
  key: Key,
  quoteId: UuidSchema,
  network: NetworkChoice,
  walletAddress: WalletText,
  destinationTag: Tag,
  paymentMethod: z.enum(buyMethods).default('bank_transfer'),
  sourceOfFunds: z.string().max(40).nullable(),
  sourceOfFundsFile: UuidSchema.nullable(),
  ...HoldingFields,
  ...WarningFields,
  another: z.boolean().default(false),
});

/** Removes the separators of a typed account number. */
export const normalizeAccountNumber = (text: string): string => text.replaceAll(/[ -]/g, '');

/** `routingNumber` is the branch [001 §5 Sell form]. */
const BankFields = {
  bankName: typedText().min(1, 'Bank name is required').max(80),
  accountNumber: typedText()
    .min(1, 'Account number is required')
    .regex(/^[0-9 -]*$/, 'An account number contains only digits')
    .refine((text) => /^\d{5,20}$/.test(normalizeAccountNumber(text)), 'An account number has 5 to 20 digits'),
  accountHolderName: typedText().min(1, 'Account holder name is required').max(120),
  routingNumber: typedText().max(80).default(''),
};

/** Stores the form's wallet_location [001 §5 Sell form] as `sender_wallet_type` [001 §3 transactions]. */
const SellFields = {
  senderWalletAddress: WalletText,
  walletType: z.enum(walletTypes, { error: 'Please select wallet type' }),
  customWalletType: typedText().max(60).default(''),
  ...BankFields,
};

/** The custom_wallet_type is required for the type other [001 §5 Sell form]. */
const isOtherNamed = (sell: { walletType: string; customWalletType: string }) =>
  sell.walletType !== 'other' || sell.customWalletType !== '';
export const walletNameMessage = "Please specify wallet type when 'Other' is selected";

/** [001 §5 Sell form] */
export const SellOrder = z.strictObject({
  key: Key,
  quoteId: UuidSchema,
  network: NetworkChoice,
  proofFile: UuidSchema.nullable(),
  sourceOfFunds: z.string().max(40).nullable(),
  sourceOfFundsFile: UuidSchema.nullable(),
  ...HoldingFields,
  another: z.boolean().default(false),
  ...SellFields,
});
export const PlaceSellOrder = SellOrder.refine(isOtherNamed, {
  path: ['customWalletType'],
  message: walletNameMessage,
});

export const SellWallet = z.strictObject({
  symbol: Asset,
  amount: CoinAmount,
  network: NetworkChoice,
  senderWalletAddress: SellFields.senderWalletAddress,
});

/** Validates lengths only, because a draft may be incomplete. */
export const SellDraft = z.strictObject({
  data: z
    .record(z.string().max(40), z.string().max(2_100))
    .refine((data) => Object.keys(data).length <= 40 && JSON.stringify(data).length <= 20_000, 'Too long'),
});

const PayeeLabel = typedText().min(1, 'Please enter a name').max(60);
export const SaveWallet = z.strictObject({
  label: PayeeLabel,
  network: NetworkChoice,
  walletAddress: WalletText,
  destinationTag: Tag,
});
export const SaveAccount = z.strictObject({ label: PayeeLabel, ...BankFields });
export const OnePayee = z.strictObject({ payeeId: UuidSchema });

export const CheckStatement = z.strictObject({ code: typedText().max(80) });

export const OneOrder = z.strictObject({ orderId: UuidSchema });
/** `seen` is the new amount that the customer accepts, as shown on the screen. Null requests a refund. */
export const ChoosePrice = z.strictObject({ orderId: UuidSchema, seen: z.string().max(60).nullable() });
export const ClaimPayment = z.strictObject({ orderId: UuidSchema, proofFile: UuidSchema });

export const pageSizes = { most: 100, usual: 20 } as const;

export const ListOrders = z.strictObject({
  status: z.enum(['all', ...orderStatuses]).default('all'),
  type: z.enum(['all', ...sides]).default('all'),
  before: UuidSchema.nullable().default(null),
  limit: z.number().int().min(1).max(pageSizes.most).default(pageSizes.usual),
});
