import { formatMessage, formatMessages } from '../../kernel/message-template.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Mail } from '../../platform/email/mail.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { claimDailyEmail } from '../../platform/limits/email-quota.ts';
import { groupThousands } from '../../ui/number-format.ts';
import { letterAbout } from '../notifications/email.ts';
import type { Settings } from '../settings/schema.ts';
import type { ItemCode } from './items.ts';
import { getCustomerReason } from './reasons.ts';
import { itemDetail, tierNames } from './submission-data.ts';
import { reviewPromise, type TierNumber } from './tiers.ts';

/** Job payload: the event, and a snapshot of the items to send again. */
export type IdentityEmail = {
  readonly userId: string;
  readonly tier: TierNumber;
  readonly event: keyof typeof identityEmails;
  readonly items: readonly { readonly item: ItemCode; readonly state: string; readonly reasonCode: string | null }[];
  readonly last?: boolean;
};

const frame = {
  greeting: 'Hello {name},',
  closing: 'Review time: {time}. Please upload documents in your profile and never send them by email.',
} as const;
const resendFrame = {
  ...frame,
  after: ["You don't need to send anything else again.", '{last}'],
  button: 'Send it again',
} as const;

/** Emails about receipt and decision. They contain no personal data and reveal no suspicion (A7). */
export const identityEmails = {
  submitted: {
    ...frame,
    subject: "{tier}: we've received your documents",
    paragraphs: ["Thank you. We're reviewing your {tier} now. We'll email you the result, or what else we need."],
    after: ['{last}'],
    button: 'See your account',
  },
  approved: {
    ...frame,
    subject: "You're verified: {tier} approved",
    paragraphs: ["You're verified. {benefit}"],
    after: ['{last}'],
    button: 'See your account',
  },
  rejected: {
    ...resendFrame,
    subject: '{tier}: please send some items again',
    paragraphs: ["We can't approve your {tier} yet. Please send these items again:"],
  },
  more_wanted: {
    ...resendFrame,
    subject: '{tier}: we need more from you',
    paragraphs: ["We're reviewing your {tier} and need a few more items:"],
  },
} as const;

export const lastEmailNote =
  "This is today's last email about your identity check. Your profile always shows the latest status.";

const benefits = {
  capped: 'You can now buy and sell up to {cap} a month.',
  unlimited: 'You can now buy and sell without a monthly limit.',
  large: 'You can now place single orders of {cap} or more.',
} as const;

type Caps = Settings['caps'];

function formatBenefit(tier: TierNumber, { tier1, tier2, gate }: Caps): string {
  const cap = { 1: tier1, 2: tier2, 3: gate }[tier];
  if (cap === null) return benefits.unlimited;
  return formatMessage(tier === 3 ? benefits.large : benefits.capped, { cap: `US$${groupThousands(String(cap))}` });
}

type IdentityEmailContext = {
  readonly to: { readonly email: string; readonly name: string };
  readonly origin: string;
  readonly caps: Caps;
};

export const renderIdentityEmail = (
  { tier, event, items, last }: IdentityEmail,
  { to, origin, caps }: IdentityEmailContext,
): Mail =>
  letterAbout('identity', to.email, {
    ...formatMessages(identityEmails[event], {
      tier: tierNames[tier],
      name: to.name,
      benefit: formatBenefit(tier, caps),
      time: reviewPromise.text,
      last: last ? lastEmailNote : '',
    }),
    url: `${origin}/profile`,
    facts: items.map(({ item, state, reasonCode }) =>
      itemDetail(item, getCustomerReason(item, state, reasonCode) ?? ''),
    ),
  });

/** Enqueues an identity email in the caller's transaction. Does nothing above the daily limit per customer. */
export async function enqueueIdentityEmail(
  { services, tx }: { readonly services: Services; readonly tx: Db },
  about: Omit<IdentityEmail, 'last'>,
): Promise<void> {
  const quota = await claimDailyEmail(tx, 'identity', { recipientId: about.userId, now: services.clock() });
  if (!quota) return;
  const letter: IdentityEmail = { ...about, last: quota === 'last' };
  await services.jobs.enqueue(tx, 'identity.send_email', letter);
}
