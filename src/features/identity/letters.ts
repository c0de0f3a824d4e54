import { dress, type Letter, type Mail } from '../../platform/mail.ts';
import { itemLine, tierNames } from './facts.ts';
import type { ItemCode } from './items.ts';
import { customerReason } from './reasons.ts';
import { reviewPromise, type TierNumber } from './tiers.ts';

/** What a letter is about: the outcome, and the items to be given again as they stood then. */
export type LetterAbout = {
  readonly userId: string;
  readonly tier: TierNumber;
  readonly event: 'approved' | 'rejected' | 'more_wanted';
  readonly items: readonly { readonly item: ItemCode; readonly state: string; readonly reasonCode: string | null }[];
  /** The last one of its day; says so. */
  readonly last?: boolean;
};

type Words = Pick<Letter, 'subject' | 'paragraphs' | 'after'>;

const keptWords = 'Everything else is kept: you only send these again.';

function wordsFor({ tier, event }: LetterAbout): Words {
  const name = tierNames[tier];
  const words: Record<LetterAbout['event'], Words> = {
    approved: {
      subject: `${name} approved`,
      paragraphs: [`Your ${name} is approved. How much you can trade stands where you trade.`],
    },
    rejected: {
      subject: `${name}: please send some things again`,
      paragraphs: [`We could not approve your ${name} yet. This is what we need again:`],
      after: [keptWords],
    },
    more_wanted: {
      subject: `${name}: we need a little more`,
      paragraphs: [`We are reviewing your ${name} and need this to go on:`],
      after: [keptWords],
    },
  };
  return words[event];
}

const redo = ({ items }: LetterAbout): [string, string][] =>
  items.map(({ item, state, reasonCode }) => [...itemLine(item, customerReason(item, state, reasonCode) ?? '')]);

const noMoreToday =
  'This is the last letter about your identity check today. Your profile shows at once where it stands.';

/** The letter about the outcome of a review. Says what to do, never why anybody looked twice (A7), and no data. */
export function identityLetter(
  about: LetterAbout,
  { to, origin }: { to: { email: string; name: string }; origin: string },
): Mail {
  const again = about.event !== 'approved';
  const { after = [], ...words } = wordsFor(about);
  return dress(to.email, {
    ...words,
    after: about.last ? [...after, noMoreToday] : after,
    greeting: `Hello ${to.name},`,
    facts: redo(about),
    action: again
      ? { label: 'Send it again', url: `${origin}/profile` }
      : { label: 'See your account', url: `${origin}/profile` },
    closing: `A review takes ${reviewPromise.text}. Never send documents by mail: upload them in your profile only.`,
  });
}
