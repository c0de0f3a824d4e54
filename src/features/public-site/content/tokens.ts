import type { Text } from './prose.ts';

/** Figures of our tokens [001 §9 Tokens]. Decision B10 settles conflicts in the specification. */

export type Share = { readonly name: string; readonly percent: number; readonly tokens: string; readonly note?: Text };

export const mahoniSupply = '1,000,000,000';

/** Some shares overlap, so they do not add up to 100 %. */
export const distribution: readonly Share[] = [
  { name: 'Launch sale', percent: 70, tokens: '700,000,000', note: 'The company buys 30% of the launch sale.' },
  { name: 'Pool migration', percent: 20, tokens: '200,000,000' },
  { name: 'Company reserve', percent: 15, tokens: '150,000,000' },
  { name: 'Locked', percent: 10, tokens: '100,000,000', note: 'Locked for 3 years.' },
  { name: 'Staking pool', percent: 5, tokens: '50,000,000', note: 'Pays the staking rewards below.' },
];

export const distributionNote: Text = 'Each share is of the whole supply. Some overlap, so they do not add up to 100%.';

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
  'APY is paid in Mahoni, not in dollars. If the price of Mahoni falls, you can lose more than your reward is ' +
  'worth. Fee discounts and free courses apply while we offer them. [Your discounts](/discounts) shows your tier.';

export type Milestone = { readonly when: string; readonly iso: string; readonly what: string };

export const roadmap: readonly Milestone[] = [
  { when: 'Oct 4 2025', iso: '2025-10-04', what: 'Launch' },
  { when: 'Jan 2026', iso: '2026-01', what: 'Exchange integration' },
  { when: 'Dec 2026', iso: '2026-12', what: 'Payments adoption' },
];

/** [001 §1] */
export const mahoniAbout: readonly Text[] = [
  'Mahoni (MHI) is a utility token on the Solana blockchain. Use it to pay for plans and workshops, or hold it for ' +
    'the staking tiers below.',
  'Its price is {mahoniPrice}, set by the company. We sell Mahoni and hold it ourselves, so please read this page ' +
    'with that in mind. It is not a share in the company and gives no claim on its profits.',
];

/** [001 §1] */
export const lignumAbout: readonly Text[] = [
  'Lignum (LGM) is a free educational training token on the Solana blockchain. Learn to receive, check and send a ' +
    'token before any money is at stake.',
];

/** Disclaimer [001 §2 Coins page]. */
export const lignumDisclaimer: Text = 'Lignum is educational. {lignumTrade}';

export type Reward = { readonly tokens: string; readonly forWhat: string; readonly how: Text };

/** The 5,000 must match the setting `awards` [001 §2 Coins page, §9 Tokens]. */
export const lignumRewards: readonly Reward[] = [
  {
    tokens: '5,000',
    forWhat: 'for workshop attendance',
    how: 'Come to a workshop, in person or online. We send it to the Solana address you give us.',
  },
  {
    tokens: '2,500',
    forWhat: 'per community channel joined',
    how: 'Join one of our [community channels]({community}) and send us your Solana address.',
  },
];

/** Steps to add a token to a wallet [001 §2 Coins page]. */
export const walletSteps: readonly Text[] = [
  'Open a Solana wallet, such as Phantom, Solflare or Backpack, and choose the Solana network.',
  "Copy the contract address of the token from this page. A name can be imitated, but an address can't.",
  'In your wallet, choose to add or search for a token, then paste the address.',
  'Compare the last six characters with this page, then confirm. The token now shows in your wallet with a balance of 0.',
  'To receive tokens, share your Solana address. Never share your seed phrase.',
];
