import { formatMessages } from '../../kernel/message-template.ts';
import type { Mail } from '../../platform/mail.ts';
import { letterAbout } from '../notices/email.ts';
import type { ItemCode } from './items.ts';
import { getCustomerReason } from './reasons.ts';
import { itemDetail, tierNames } from './submission-summary.ts';
import { reviewPromise, type TierNumber } from './tiers.ts';

/** Payload of an identity e-mail: the event, and the items to send again as they were then. */
export type IdentityEmail = {
  readonly userId: string;
  readonly tier: TierNumber;
  readonly event: keyof typeof identityEmails;
  readonly items: readonly { readonly item: ItemCode; readonly state: string; readonly reasonCode: string | null }[];
  readonly last?: boolean;
};

const frame = {
  greeting: 'Hello {name},',
  closing: 'A review takes {time}. Please upload documents in your profile only, never by email.',
} as const;
const sendAgain = {
  ...frame,
  after: ["Only send these again. We've kept everything else.", '{last}'],
  button: 'Send it again',
} as const;

/** E-mails about receipt and outcome. They say what to do, never the suspicion (A7), and contain no data. */
export const identityEmails = {
  submitted: {
    ...frame,
    subject: '{tier}: we have your documents',
    paragraphs: ["Thank you. We're reviewing your {tier} now. We'll email you the result, or what else we need."],
    after: ['{last}'],
    button: 'See your account',
  },
  approved: {
    ...frame,
    subject: '{tier} approved',
    paragraphs: ['Good news: your {tier} is approved. You can see your limit on the Buy & sell page.'],
    after: ['{last}'],
    button: 'See your account',
  },
  rejected: {
    ...sendAgain,
    subject: '{tier}: please send some things again',
    paragraphs: ["We can't approve your {tier} yet. Please send us these again:"],
  },
  more_wanted: {
    ...sendAgain,
    subject: '{tier}: we need a little more',
    paragraphs: ["We're reviewing your {tier} and need a few more things:"],
  },
} as const;

export const lastEmailNote =
  "This is today's last email about your identity check. Your profile always shows the latest status.";

export const renderIdentityEmail = (
  { tier, event, items, last }: IdentityEmail,
  { to, origin }: { to: { email: string; name: string }; origin: string },
): Mail =>
  letterAbout('identity', to.email, {
    ...formatMessages(identityEmails[event], {
      tier: tierNames[tier],
      name: to.name,
      time: reviewPromise.text,
      last: last ? lastEmailNote : '',
    }),
    url: `${origin}/profile`,
    facts: items.map(({ item, state, reasonCode }) =>
      itemDetail(item, getCustomerReason(item, state, reasonCode) ?? ''),
    ),
  });
