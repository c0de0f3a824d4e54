import type { ListedOrder } from '../trading/order/order-row.ts';
import type { KycStatus, KycTier } from '../trading/quoting/limits.ts';

export type NextStep =
  | { readonly kind: 'pay' | 'prove' | 'choose'; readonly order: ListedOrder }
  | { readonly kind: 'redo' | 'more' | 'begin' | 'resume'; readonly tier: KycTier; readonly parts: number }
  | { readonly kind: 'profile' | 'learn' | 'order' };

export type CheckState = {
  readonly status: KycStatus;
  readonly waitsFor: string | null;
  readonly parts: number;
  readonly hasDraft: boolean;
};

const tiers: readonly KycTier[] = [1, 2, 3];

export type StartState = {
  readonly needsProfile: boolean;
  readonly isLessonDue: boolean;
  readonly hasNoOrder: boolean;
};

/** Next steps, most urgent first: price choices, unpaid orders, identity checks. New customers get first steps. */
export function getNextSteps(
  orders: readonly ListedOrder[],
  checks: Readonly<Record<KycTier, CheckState>>,
  start: StartState,
): readonly NextStep[] {
  const pending = orders.filter(({ status }) => status === 'pending');
  const awaitingChoice = pending.flatMap((order) => (order.chooseUntil ? [{ order, until: order.chooseUntil }] : []));
  const unpaid = pending
    .filter(({ payIn, chooseUntil }) => payIn === 'awaiting' && !chooseUntil)
    .toSorted((first, second) => first.placedAt.getTime() - second.placedAt.getTime());
  return [
    ...awaitingChoice
      .toSorted((first, second) => first.until.getTime() - second.until.getTime())
      .map(({ order }) => ({ kind: 'choose' as const, order })),
    ...unpaid.map((order) => ({ kind: order.side === 'buy' ? ('pay' as const) : ('prove' as const), order })),
    ...(start.needsProfile ? [{ kind: 'profile' as const }] : []),
    ...tiers.flatMap((tier) => getTierSteps(tier, checks[tier])),
    ...(start.hasNoOrder && start.isLessonDue ? [{ kind: 'learn' as const }] : []),
    ...(start.hasNoOrder ? [{ kind: 'order' as const }] : []),
  ];
}

function getTierSteps(tier: KycTier, { status, waitsFor, parts, hasDraft }: CheckState): NextStep[] {
  if (hasDraft) return [{ kind: 'resume', tier, parts }];
  if (status === 'not_submitted' && tier === 1) return [{ kind: 'begin', tier, parts }];
  if (status === 'rejected') return [{ kind: 'redo', tier, parts }];
  return status === 'pending' && waitsFor === 'customer' ? [{ kind: 'more', tier, parts }] : [];
}

const countTexts = ['', 'One thing is', 'Two things are', 'Three things are', 'Four things are'];

/** `isBusy`: we are working on an order or an identity check of the customer. */
export function formatStepCount(count: number, isBusy: boolean): string {
  if (count > 0) return `${countTexts[count] ?? `${count} things are`} waiting for you.`;
  return isBusy ? 'Nothing to do right now.' : "You're all set.";
}

export const formatMoreCount = (others: number): string =>
  `${['', 'One more is', 'Two more are', 'Three more are'][others] ?? `${others} more are`} waiting for you.`;

/** Shown when a slow response has no steps, so that the layout does not shift. */
export const noStepsText = 'Your next steps appear here.';

export const reviewingText = "We're checking your identity and will email you.";

const order = 'Order {reference}, placed {moment}.';

export const nextStepMessages = {
  learn: {
    title: 'Learn the basics',
    text: 'Two minutes to read, then four questions. You need it before your first order.',
    act: 'Start the lesson',
  },
  order: {
    title: 'Place your first order',
    text: 'You see the full cost before you pay.',
    act: 'Buy crypto',
  },
  pay: { title: 'Send {amount} for your {symbol}', text: order, act: 'Complete Your Payment' },
  prove: { title: 'Upload proof of your {symbol} transfer again', text: order, act: 'Upload proof' },
  choose: {
    title: 'The price of your {symbol} has changed',
    text: "Order {reference}. Choose by {until}, or we'll refund you.",
    act: 'See your options',
  },
  profile: {
    title: 'Complete your profile',
    text: 'Three short steps. We save each one.',
    act: 'Continue',
  },
  resume: {
    title: '{tier}: continue where you left off',
    text: "We've saved what you entered, on every device.",
    act: 'Continue {tier}',
  },
  begin: {
    title: 'Confirm who you are ({tier})',
    text: 'Then you can buy more each month. It takes about five minutes. Have your ID, your TRN card and a camera ready.',
    act: 'Go to {tier}',
  },
  redo_one: {
    title: 'Correct one part of {tier}',
    text: "We couldn't accept one part. We've kept everything else.",
    act: 'See which part',
  },
  redo: {
    title: 'Correct {parts} parts of {tier}',
    text: "We couldn't accept {parts} parts. We've kept everything else.",
    act: 'See which parts',
  },
  more_one: {
    title: '{tier}: we need a little more',
    text: "We need one more part to continue the review. We've kept everything else.",
    act: 'See which part',
  },
  more: {
    title: '{tier}: we need a little more',
    text: "We need {parts} more parts to continue the review. We've kept everything else.",
    act: 'See which parts',
  },
} as const;
