import type { Mail } from '../../platform/mail.ts';
import { letterAbout, saidLetter } from '../notices/letter.ts';
import { itemLine, tierNames } from './facts.ts';
import type { ItemCode } from './items.ts';
import { customerReason } from './reasons.ts';
import { reviewPromise, type TierNumber } from './tiers.ts';

/** What a letter is about: the outcome, and the items to be given again as they stood then. */
export type LetterAbout = {
  readonly userId: string;
  readonly tier: TierNumber;
  readonly event: keyof typeof identityLetters;
  readonly items: readonly { readonly item: ItemCode; readonly state: string; readonly reasonCode: string | null }[];
  /** The last one of its day; says so. */
  readonly last?: boolean;
};

const frame = {
  greeting: 'Hello {name},',
  closing: 'A review takes {time}. Never send documents by mail: upload them in your profile only.',
} as const;
const again = {
  ...frame,
  after: ['Everything else is kept: you only send these again.', '{last}'],
  button: 'Send it again',
} as const;

/** What is written about the outcome of a review. Says what to do, never why anybody looked twice (A7), and no data. */
export const identityLetters = {
  approved: {
    ...frame,
    subject: '{tier} approved',
    paragraphs: ['Your {tier} is approved. How much you can trade stands where you trade.'],
    after: ['{last}'],
    button: 'See your account',
  },
  rejected: {
    ...again,
    subject: '{tier}: please send some things again',
    paragraphs: ['We could not approve your {tier} yet. This is what we need again:'],
  },
  more_wanted: {
    ...again,
    subject: '{tier}: we need a little more',
    paragraphs: ['We are reviewing your {tier} and need this to go on:'],
  },
} as const;

export const lastIdentityLetter =
  'This is the last letter about your identity check today. Your profile shows at once where it stands.';

/** The letter about the outcome of a review. */
export const identityLetter = (
  { tier, event, items, last }: LetterAbout,
  { to, origin }: { to: { email: string; name: string }; origin: string },
): Mail =>
  letterAbout('identity', to.email, {
    ...saidLetter(`identity.${event}`, identityLetters[event], {
      tier: tierNames[tier],
      name: to.name,
      time: reviewPromise.text,
      last: last ? lastIdentityLetter : '',
    }),
    url: `${origin}/profile`,
    facts: items.map(({ item, state, reasonCode }) => itemLine(item, customerReason(item, state, reasonCode) ?? '')),
  });
