import { z } from 'zod';
import { typedLink } from '../../kernel/typed-link.ts';

/** A positive exact decimal as text, such as `175` or `0.000068`. */
const DecimalText = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,12})?$/, 'Enter a number such as 175 or 158.31')
  .refine((text) => /[1-9]/.test(text), 'Must be greater than 0');

const Text = (max: number) => z.string().trim().min(1, 'Required').max(max);

/**
 * The setting `rates`: house rates in J$ for one US$ (decision B6), and the market's where we know it (decision C6)
 * [001 §9 Fees and rates]. We never pay more for coins than we take: whoever bought and sold again would take the
 * difference with them.
 */
const Rates = z
  .strictObject({
    buy: DecimalText,
    sell: DecimalText,
    market: z.strictObject({ rate: DecimalText, source: Text(80), asOf: z.iso.date() }).nullable(),
  })
  .refine(({ buy, sell }) => Number(sell) <= Number(buy), {
    path: ['sell'],
    message: 'Must not be above the rate at which we sell',
  });

/** The setting `fee`, on buy and sell, in basis points: 800 is 8 % [001 §9 Fees and rates]. At most half. */
const Fee = z.strictObject({ basisPoints: z.number().int().min(0).max(5000) });

/**
 * The setting `caps`: monthly caps in whole US$ by approved tier; null is unlimited [001 §6 Transaction caps, §9
 * Monthly limits]. `gate` is where enhanced checks begin.
 */
const Cap = z.number().int().min(0).max(100_000_000).nullable();
const Caps = z.strictObject({ none: Cap, tier1: Cap, tier2: Cap, gate: z.number().int().min(1).max(100_000_000) });

/**
 * The setting `bank_accounts`: the account that customers pay into, one for each currency [001 §2 Buy Cryptocurrency
 * card, decision C9].
 */
const BankAccount = z.strictObject({
  bank: Text(80),
  accountName: Text(80),
  accountType: Text(40),
  number: z.string().regex(/^[0-9 -]{5,34}$/, 'Digits, spaces and hyphens only'),
  branch: Text(80),
});
const BankAccounts = z.strictObject({ JMD: BankAccount, USD: BankAccount });

/**
 * The setting `company_wallets`: our receiving wallets, where sold coins are sent, by network; XRP with its tag [001 §9
 * Sell company wallets, decision C9].
 */
const Wallet = z.strictObject({
  address: Text(120),
  tag: z
    .string()
    .regex(/^\d{1,10}$/)
    .nullable(),
});
const CompanyWallets = z.strictObject({
  bitcoin: Wallet,
  erc20: Wallet,
  bep20: Wallet,
  trc20: Wallet,
  solana: Wallet,
  xrp: Wallet,
});

export type CompanyWallets = z.infer<typeof CompanyWallets>;

/** What is paused: a side, an asset, and one network or all of them (decision D1). */
const AssetSwitches = z.strictObject({
  paused: z
    .array(
      z.strictObject({
        side: z.enum(['buy', 'sell']),
        symbol: z.enum(['BTC', 'ETH', 'USDT', 'USDC', 'SOL', 'XRP', 'LGM', 'MHI']),
        network: z.enum(['bitcoin', 'erc20', 'bep20', 'trc20', 'solana', 'xrp']).nullable(),
      }),
    )
    .max(200),
});

/** A page of ours on a site of others; null where we have none. The site itself is everybody's, and is never ours. */
const Page = z
  .url({ protocol: /^https$/ })
  .max(300)
  .refine((page) => typedLink(page)?.pathname !== '/', 'Name our page there, not the whole site')
  .nullable();
const Social = z.strictObject({ instagram: Page, facebook: Page, x: Page, youtube: Page });
export type Social = z.infer<typeof Social>;
/** What a value from before there were such links has of them. */
const noSocial: Social = { instagram: null, facebook: null, x: null, youtube: null };

/** The setting `company`: who we are to the reader, support email and phone (decision C9) [001 §2 FAQ page, Footer]. */
const Company = z.strictObject({
  name: Text(80),
  supportEmail: z.email(),
  phone: Text(40),
  communityUrl: z.url({ protocol: /^https$/ }),
  social: Social.default(noSocial),
});

/**
 * The setting `token_prices`: what each token of ours costs in US$, set by the company (decision B11) [001 §9
 * Subscriptions]. Null is no price: such a token is given away. Mahoni always has one, since plans are paid in it.
 */
const TokenPrices = z.strictObject({ MHI: DecimalText, LGM: DecimalText.nullable().default(null) });
export type TokenPrices = z.infer<typeof TokenPrices>;

const JamaicanDollars = z.number().int().min(1).max(10_000_000);

/**
 * The shape of `plan_prices`: what a month of each plan and a place in a workshop cost, in whole J$ (decision B5) [001
 * §9 Subscriptions]. The figures stand in `demo-settings.ts`, and for a real start in `settings.example.json`.
 */
const PlanPrices = z.strictObject({
  basic: JamaicanDollars,
  personal: JamaicanDollars,
  professional: JamaicanDollars,
  workshop: JamaicanDollars,
});

/** Where our two tokens live on Solana: the address by which a wallet finds them. */
const Mint = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'A Solana address has 32 to 44 letters and digits');
const TokenContracts = z.strictObject({ MHI: Mint, LGM: Mint });

/** What keeps one person from flooding the desk. Orders are counted as they are placed; `perDay` by the UTC day. */
const Count = z.number().int().min(1).max(1000);
const OrderLimits = z.strictObject({
  /** Orders under way at once, by approved tier. */
  open: z.strictObject({ none: Count, tier1: Count, tier2: Count }),
  /** Orders of a side that brought nothing and hold their price, called off or not: looks at prices are not free. */
  unpaid: Count,
  perDay: Count,
  /** How many orders one and the same picture may prove. */
  perPicture: Count,
  /** How many sells held for a limit a customer has before compliance gets a case. */
  heldBeforeCase: Count,
});

/** The smallest order in whole J$ by side, and what sending coins over a network costs us, in whole J$. */
const NetworkCost = z.number().int().min(0).max(1_000_000);
const OrderSizes = z.strictObject({
  smallest: z.strictObject({ buy: JamaicanDollars, sell: JamaicanDollars }),
  networkCost: z.strictObject({
    bitcoin: NetworkCost,
    erc20: NetworkCost,
    bep20: NetworkCost,
    trc20: NetworkCost,
    solana: NetworkCost,
    xrp: NetworkCost,
  }),
});

/** How far, in per cent, one price source alone may lead away from the last price, and when it is believed then. */
const PriceGuard = z.strictObject({
  jumpPercent: z.number().int().min(1).max(90),
  withinMinutes: z.number().int().min(20).max(10_080),
  confirmMinutes: z.number().int().min(1).max(1440),
});

/** How long a price binds us, in minutes from placing (decision E1), and how orders end that nobody moves on. */
const Minutes = z.number().int().min(1).max(10_080);
const PriceWindows = z.strictObject({
  /** To the end of the Jamaican day that is reached: a bank line often tells no time. */
  bankTransfer: Minutes,
  card: Minutes,
  crypto: Minutes,
  /** How long a customer may think about a worse price. */
  choiceHours: z.number().int().min(1).max(240),
  /** How many days we look for what was claimed. */
  searchDays: z.number().int().min(2).max(60),
  /** How long there is at least to upload another proof. */
  graceHours: z.number().int().min(1).max(240),
});

/**
 * Paying by card: through whom, and for what. Acquirers often forbid crypto and allow the rest, so each has a switch of
 * its own. Coins bought by card stay with us for `keptHours`: a charge can be taken back for weeks.
 */
const Switch = z.enum(['open', 'closed'], 'Write open or closed');
const Cards = z.strictObject({
  provider: z.enum(['none', 'sandbox', 'wipay', 'fygaro'], 'Write none, wipay or fygaro (in a demo also sandbox)'),
  forCrypto: Switch,
  forEverythingElse: Switch,
  keptHours: z.number().int().min(0).max(2160),
});

/**
 * Cash that is paid into our account over a counter: nobody may pay more than `ceiling` J$ so, in one deposit or in
 * several (POCA s.101A). `words`: by which of them, with commas between, a bank line says that it is cash.
 */
const CashDeposits = z.strictObject({ ceiling: JamaicanDollars, words: Text(400) });

/** Whether somebody reads the short lesson before their first order (decision 035). */
const FirstOrder = z.strictObject({ lesson: z.enum(['asked', 'not_asked'], 'Write asked or not_asked') });

/** Whole LGM for who comes to a workshop. They are training coins, without value in money. */
const Awards = z.strictObject({ attendance: z.number().int().min(1).max(1_000_000) });

/**
 * What keeps scam reports from being abused: reports of one person in a day and under way at once; looks of one person
 * or connection in an hour; how many people must have named something before anybody hears that it was reported; and
 * for how many hours an order to a wallet of a published warning may be called off, and is not paid out.
 */
const ScamReports = z.strictObject({
  perDay: Count,
  open: Count,
  looksPerHour: z.number().int().min(10).max(10_000),
  toldFrom: z.number().int().min(2).max(100),
  coolingHours: z.number().int().min(0).max(240),
});

/**
 * Every setting that lives in the database, with the shape of its value: rates, fee, caps, plan prices, accounts,
 * wallets, switches (decision D1).
 */
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
} as const;

export type SettingKey = keyof typeof settingShapes;
export const settingKeys = Object.keys(settingShapes) as SettingKey[];

/** All settings in force at one moment. */
export const Settings = z.strictObject(settingShapes);
export type Settings = z.infer<typeof Settings>;

/** Every value that our accounts and our wallets ever had: what was ours once is nobody's else. */
export const EverOurs = z.strictObject({ accounts: z.array(BankAccounts), wallets: z.array(CompanyWallets) });
export type EverOurs = z.infer<typeof EverOurs>;

/** The settings in force, and what was ever ours. */
export type SettingsInForce = Settings & { readonly everOurs: EverOurs };

export const ProposeChange = z.strictObject({
  key: z.enum(settingKeys as [SettingKey, ...SettingKey[]]),
  /** Checked against the shape of its key by the command. */
  value: z.unknown(),
  /** Says that a figure which moves far is meant so. */
  sure: z.boolean().default(false),
});

export const HistoryOf = z.strictObject({ key: z.enum(settingKeys as [SettingKey, ...SettingKey[]]) });
