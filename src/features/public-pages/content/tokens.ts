import type { Text } from './prose.ts';

/**
 * Figures of the two tokens as documented: supply, staking tiers, roadmap, rewards [001 §9 Tokens]; where they
 * disagree, decision B10 says what is shown.
 */

export type Share = {
  readonly name: string;
  readonly percent: number;
  /** Mahoni, in whole tokens. */
  readonly tokens: string;
  readonly note?: Text;
};

export const mahoniSupply = '1,000,000,000';

/** The shares overlap: they do not add up to the supply. */
export const distribution: readonly Share[] = [
  {
    name: 'Launch sale',
    percent: 70,
    tokens: '700,000,000',
    note: 'The company buys 30% of the launch sale.',
  },
  { name: 'Pool migration', percent: 20, tokens: '200,000,000' },
  { name: 'Company reserve', percent: 15, tokens: '150,000,000' },
  { name: 'Locked', percent: 10, tokens: '100,000,000', note: 'Locked for 3 years.' },
  { name: 'Staking pool', percent: 5, tokens: '50,000,000', note: 'Pays the staking rewards below.' },
];

export const distributionNote: Text =
  'Shares of the whole supply. Some overlap, so they do not add up to 100%: read each against the supply by itself.';

export type StakingTier = {
  readonly name: string;
  readonly held: string;
  readonly days: string;
  readonly apy: string;
  readonly extras?: Text;
};

export const stakingTiers: readonly StakingTier[] = [
  { name: 'Bronze', held: '5,000,000', days: '30+ days', apy: '5% APY' },
  { name: 'Silver', held: '50,000,000', days: '30+ days', apy: '8% APY', extras: 'Free courses, 25% fee discount' },
  { name: 'Gold', held: '100,000,000', days: '60+ days', apy: '10% APY', extras: 'All courses, 35% fee discount' },
];

export const stakingNote: Text =
  'APY is counted in Mahoni, not in dollars. If the price of Mahoni falls, a reward in Mahoni can be worth less than ' +
  'what you lost while you held.';

export type Milestone = { readonly when: string; readonly iso: string; readonly what: string };

export const roadmap: readonly Milestone[] = [
  { when: 'Oct 4 2025', iso: '2025-10-04', what: 'Launch' },
  { when: 'Jan 2026', iso: '2026-01', what: 'Exchange integration' },
  { when: 'Dec 2026', iso: '2026-12', what: 'Payments adoption' },
];

/** What Mahoni is, a utility token on Solana [001 §1]. */
export const mahoniAbout: readonly Text[] = [
  'Mahoni (MHI) is a utility token on the Solana blockchain. You can pay for plans and workshops with it, and hold ' +
    'it for the staking tiers below.',
  'Its price is {mahoniPrice}, set by the company. We sell Mahoni, we hold Mahoni, and we say what it costs: read ' +
    'everything here with that in mind. It is not a share in the company and gives no claim on its profits.',
];

/** What Lignum is, a free training token on Solana [001 §1]. */
export const lignumAbout: readonly Text[] = [
  'Lignum (LGM) is a free educational training token on the Solana blockchain. With it you learn to receive, check ' +
    'and send a token before any money is at stake.',
];

/** The disclaimer on Lignum [001 §2 Coins page]. */
export const lignumDisclaimer: Text = 'Lignum is educational. {lignumTrade}';

export type Reward = { readonly tokens: string; readonly forWhat: string; readonly how: Text };

/**
 * Lignum rewards, the ways to get it free [001 §2 Coins page, §9 Tokens]; that of a workshop is the setting `awards`.
 */
export const lignumRewards: readonly Reward[] = [
  {
    tokens: '5,000',
    forWhat: 'for workshop attendance',
    how: 'Come to a workshop, in person or online. We send it to the Solana address you give us there.',
  },
  {
    tokens: '2,500',
    forWhat: 'per community channel joined',
    how: 'Join one of our [community channels]({community}) and send us your Solana address.',
  },
];

/** The wallet-add steps [001 §2 Coins page]. */
export const walletSteps: readonly Text[] = [
  'Open a wallet that knows Solana, such as Phantom, Solflare or Backpack, and choose the Solana network.',
  'Copy the contract address of the token from this page. Names can be imitated; the address cannot.',
  'In the wallet, choose to add or search for a token, and paste the address.',
  'Compare the last six signs with this page, then confirm. The token now stands in your list, at first with 0.',
  'Take your own Solana address from the wallet when you want to receive. Never give anybody your seed phrase.',
];
