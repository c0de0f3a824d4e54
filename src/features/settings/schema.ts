import { z } from 'zod';
import { parseUserUrl } from '../../kernel/parse-url.ts';
import { typedText } from '../../kernel/typed-text.ts';
import { assetSymbols, type CompanySymbol } from '../assets/assets.ts';
import { type Network, networkIds } from '../assets/networks.ts';

/** A positive exact decimal as text, such as `175` or `0.000068`. */
const DecimalText = typedText()
  .regex(/^\d{1,9}(\.\d{1,12})?$/, 'Enter a number such as 175 or 158.31')
  .refine((text) => /[1-9]/.test(text), 'Must be greater than 0');

const byNetwork = <Value extends z.ZodType>(value: Value) =>
  z.strictObject(Object.fromEntries(networkIds.map((id) => [id, value])) as Record<Network, Value>);

const Text = (max: number) => typedText().min(1, 'Required').max(max);

/** Our rates in J$ for US$1 (decision B6), and the market rate (decision C6) [001 §9 Fees and rates]. */
const Rates = z
  .strictObject({
    buy: DecimalText,
    sell: DecimalText,
    market: z.strictObject({ rate: DecimalText, source: Text(80), asOf: z.iso.date() }).nullable(),
  })
  .refine(({ buy, sell }) => Number(sell) <= Number(buy), {
    path: ['sell'],
    message: 'Must not be above the buy rate',
  });

/** The setting `fee`, on buy and sell, in basis points: 800 is 8 % [001 §9 Fees and rates]. */
const Fee = z.strictObject({ basisPoints: z.number().int().min(0).max(5000) });

/** Monthly caps in whole US$ by tier; null is unlimited [001 §6 Transaction caps, §9 Monthly limits]. */
const Cap = z.number().int().min(0).max(100_000_000).nullable();
const Caps = z.strictObject({ none: Cap, tier1: Cap, tier2: Cap, gate: z.number().int().min(1).max(100_000_000) });

/** The account that customers pay into, by currency [001 §2 Buy Cryptocurrency card, decision C9]. */
const BankAccount = z.strictObject({
  bank: Text(80),
  accountName: Text(80),
  accountType: Text(40),
  number: typedText().regex(/^[0-9 -]{5,34}$/, 'Digits, spaces and hyphens only'),
  branch: Text(80),
});
export type BankAccount = z.output<typeof BankAccount>;
const BankAccounts = z.strictObject({ JMD: BankAccount, USD: BankAccount });

/** Wallets by network, some with a tag [001 §9 Sell company wallets, decision C9]. `pauses.ts` pauses empty ones. */
const Wallet = z
  .strictObject({
    address: typedText().max(120),
    tag: typedText()
      .regex(/^\d{1,10}$/)
      .nullable(),
  })
  .default({ address: '', tag: null });
const CompanyWallets = byNetwork(Wallet);

export type CompanyWallets = z.infer<typeof CompanyWallets>;

/** Paused sides, assets and networks (decision D1); `network: null` pauses all networks. */
const AssetSwitches = z.strictObject({
  paused: z
    .array(
      z.strictObject({
        side: z.enum(['buy', 'sell']),
        symbol: z.enum(assetSymbols),
        network: z.enum(networkIds).nullable(),
      }),
    )
    .max(200),
});

/** URL of our page on a social network, or null. Rejects the network's home page. */
const CompanyPage = z
  .url({ protocol: /^https$/ })
  .max(300)
  .refine((page) => parseUserUrl(page)?.pathname !== '/', 'Enter the address of our page, not of the whole site')
  .nullable();
const Social = z.strictObject({ instagram: CompanyPage, facebook: CompanyPage, x: CompanyPage, youtube: CompanyPage });
export type Social = z.infer<typeof Social>;
/** Default for settings stored before these links were added. */
const noSocial: Social = { instagram: null, facebook: null, x: null, youtube: null };

/** The setting `company`: name, support email and phone (decision C9) [001 §2 FAQ page, Footer]. */
const Company = z.strictObject({
  name: Text(80),
  supportEmail: typedText().pipe(z.email()),
  phone: Text(40),
  /** Null without WhatsApp. Its link is `https://wa.me/` with the digits. */
  whatsapp: typedText()
    .regex(/^\+\d[\d ]{6,18}$/, 'Enter a number such as +1 876 555 0100')
    .nullable()
    .default(null),
  communityUrl: z.url({ protocol: /^https$/ }),
  social: Social.default(noSocial),
});

/** US$ prices of our tokens (decision B11) [001 §9 Subscriptions]; null means given away. Plans are paid in Mahoni. */
const TokenPrices = z.strictObject({
  MHI: DecimalText,
  LGM: DecimalText.nullable().default(null),
} satisfies Record<CompanySymbol, z.ZodType>);
export type TokenPrices = z.infer<typeof TokenPrices>;

const JamaicanDollars = z.number().int().min(1).max(10_000_000);

/** Prices in whole J$ of one month of each plan and of a workshop seat (decision B5) [001 §9 Subscriptions]. */
const PlanPrices = z.strictObject({
  basic: JamaicanDollars,
  personal: JamaicanDollars,
  professional: JamaicanDollars,
  workshop: JamaicanDollars,
});

/** The Solana addresses of our two tokens. */
const SolanaAddress = typedText().regex(
  /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  'A Solana address has 32 to 44 letters and digits',
);
const TokenContracts = z.strictObject({ MHI: SolanaAddress, LGM: SolanaAddress });

/** Limits of one customer. `perDay` is a UTC day. */
const Count = z.number().int().min(1).max(1000);
const OrderLimits = z.strictObject({
  open: z.strictObject({ none: Count, tier1: Count, tier2: Count }),
  /** Unpaid orders with a fixed price, including cancelled orders: a price must not be a free option. */
  unpaid: Count,
  perDay: Count,
  perPicture: Count,
  /** Number of sells held over the limit that opens a compliance case. */
  heldBeforeCase: Count,
});

/** The smallest order by side, and our network costs, in whole J$. */
const NetworkCost = z.number().int().min(0).max(1_000_000).default(0);
const OrderSizes = z.strictObject({
  smallest: z.strictObject({ buy: JamaicanDollars, sell: JamaicanDollars }),
  networkCost: byNetwork(NetworkCost),
});

/** Largest price jump in percent that we accept from one source alone, and the minutes until it is accepted. */
const PriceGuard = z.strictObject({
  jumpPercent: z.number().int().min(1).max(90),
  withinMinutes: z.number().int().min(20).max(10_080),
  confirmMinutes: z.number().int().min(1).max(1440),
});

/** Minutes for which the price of a new order binds us (decision E1), and the deadlines of inactive orders. */
const Minutes = z.number().int().min(1).max(10_080);
const PriceWindows = z.strictObject({
  /** Extended to the end of the Jamaican day, as a bank statement line often has no time. */
  bankTransfer: Minutes,
  card: Minutes,
  crypto: Minutes,
  choiceHours: z.number().int().min(1).max(240),
  /** Days that we search for a claimed payment. */
  searchDays: z.number().int().min(2).max(60),
  /** Minimum hours to upload another proof. */
  graceHours: z.number().int().min(1).max(240),
});

/** Crypto has its own switch, as acquirers often forbid it. `keptHours` delays crypto payouts (chargebacks). */
const Switch = z.enum(['open', 'closed'], 'Enter open or closed');
const Cards = z.strictObject({
  /** `none`, or a name in `payments/cards/providers/registry.ts`, which also checks it. */
  provider: typedText().regex(/^[a-z]{2,20}$/, 'Enter none or the name of a provider'),
  forCrypto: Switch,
  forEverythingElse: Switch,
  keptHours: z.number().int().min(0).max(2160),
});

/** Maximum cash in J$, in one or several deposits (POCA s.101A). `words` identify cash on bank statements. */
const CashDeposits = z.strictObject({ ceiling: JamaicanDollars, words: Text(400) });

/** The lesson before a first order (ADR 07). */
const FirstOrder = z.strictObject({ lesson: z.enum(['asked', 'not_asked'], 'Enter asked or not_asked') });

/** Whole LGM for attending a workshop. They have no monetary value. */
const Awards = z.strictObject({ attendance: z.number().int().min(1).max(1_000_000) });

/** Limits of scam reports. `warnFrom`: reporters before a warning. `coolingHours`: payout delay to warned wallets. */
const ScamReports = z.strictObject({
  perDay: Count,
  open: Count,
  looksPerHour: z.number().int().min(10).max(10_000),
  warnFrom: z.number().int().min(2).max(100),
  coolingHours: z.number().int().min(0).max(240),
});

/** Payouts from `from` whole J$ to a new wallet or account wait `hours` after we first learned of it (decision F8). */
const PayeeWait = z
  .strictObject({ hours: z.number().int().min(0).max(240), from: JamaicanDollars })
  // For settings stored before this one existed.
  .default({ hours: 24, from: 500_000 });

/** Discounts on the fee of orders: tiers and promo codes (decision F12). */
const Discounts = z
  .strictObject({ state: Switch })
  // For settings stored before this one existed.
  .default({ state: 'closed' });

/** Schemas of all settings (decision D1). */
export const settingShapes = {
  rates: Rates,
  fee: Fee,
  caps: Caps,
  order_limits: OrderLimits,
  order_sizes: OrderSizes,
  price_guard: PriceGuard,
  price_windows: PriceWindows,
  bank_accounts: BankAccounts,
  company_wallets: CompanyWallets,
  asset_switches: AssetSwitches,
  company: Company,
  token_prices: TokenPrices,
  plan_prices: PlanPrices,
  token_contracts: TokenContracts,
  cards: Cards,
  cash_deposits: CashDeposits,
  awards: Awards,
  first_order: FirstOrder,
  scam_reports: ScamReports,
  payee_wait: PayeeWait,
  discounts: Discounts,
} as const;

export type SettingKey = keyof typeof settingShapes;
export const settingKeys = Object.keys(settingShapes) as SettingKey[];

export const Settings = z.strictObject(settingShapes);
export type Settings = z.infer<typeof Settings>;

/** All current and former company accounts and wallets. */
export const EverOurs = z.strictObject({ accounts: z.array(BankAccounts), wallets: z.array(CompanyWallets) });
export type EverOurs = z.infer<typeof EverOurs>;

export type SettingsInForce = Settings & { readonly everOurs: EverOurs };

export const ProposeChange = z.strictObject({
  key: z.enum(settingKeys as [SettingKey, ...SettingKey[]]),
  /** The procedure validates it with the schema of `key`. */
  value: z.unknown(),
  /** Confirms a suspiciously large change. */
  sure: z.boolean().default(false),
});

export const HistoryOf = z.strictObject({ key: z.enum(settingKeys as [SettingKey, ...SettingKey[]]) });
