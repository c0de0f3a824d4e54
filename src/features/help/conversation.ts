import { addBusinessDays, endOfBusiness, type Holidays, jamaicaDay } from '../../kernel/calendar.ts';
import { type Actor, can, isSecondMissing } from '../../kernel/permissions.ts';
import type { BadgeKind } from '../../ui/badge.tsx';
import { helpPermissions } from './permissions.ts';

export const categories = [
  'not_arrived',
  'wrong_amount',
  'refund',
  'verification',
  'account',
  'plan_or_course',
  'website',
  'other',
] as const;
export type Category = (typeof categories)[number];

export const aboutKinds = ['order', 'payment', 'identity'] as const;
export type AboutKind = (typeof aboutKinds)[number];

/** `open` waits for us, `answered` for the customer. */
export type HelpState = 'open' | 'answered' | 'closed';

export const outcomes = ['upheld', 'partly_upheld', 'not_upheld'] as const;
export type Outcome = (typeof outcomes)[number];

export type Decision = {
  readonly stage: 'first' | 'review';
  readonly outcome: Outcome;
  readonly reasons: string;
  readonly decidedAt: Date;
};

/** Limits of a customer's messages. Error messages repeat these numbers. */
export const limits = { messagesPerHour: 20, files: 3, messageLength: 4_000 } as const;

/** Business days of our deadlines. The terms promise those of complaints (decision F9). */
const businessDays = { answer: 2, acknowledge: 2, decide: 15, review: 15 } as const;

/** 5 pm of the day, in Jamaica. */
export const getDeadline = (from: Date, duty: keyof typeof businessDays, holidays: Holidays): Date =>
  endOfBusiness(jamaicaDay(addBusinessDays(from, businessDays[duty], holidays)));

export const getComplaintDates = (complainedAt: Date, holidays: Holidays) => ({
  complainedAt,
  acknowledgeBy: getDeadline(complainedAt, 'acknowledge', holidays),
  decideBy: getDeadline(complainedAt, 'decide', holidays),
});

export const noComplaint = { complainedAt: null, acknowledgeBy: null, decideBy: null } as const;

/** Facts of a conversation by which we know what is due. */
export type HelpFacts = {
  readonly state: HelpState;
  readonly waitsSince: Date;
  readonly complainedAt: Date | null;
  readonly acknowledgeBy: Date | null;
  readonly acknowledgedAt: Date | null;
  readonly decideBy: Date | null;
  readonly reviewRequestedAt: Date | null;
  readonly reviewBy: Date | null;
  readonly decisions: readonly Pick<Decision, 'stage'>[];
};

type Step = 'none' | 'acknowledge' | 'decide' | 'decided' | 'review' | 'final';

/** Next step of a complaint; `none` for a question. */
export function getComplaintStep(facts: HelpFacts): Step {
  const stages = facts.decisions.map(({ stage }) => stage);
  if (!facts.complainedAt) return 'none';
  if (stages.includes('review')) return 'final';
  if (stages.includes('first')) return facts.reviewRequestedAt ? 'review' : 'decided';
  return facts.acknowledgedAt ? 'decide' : 'acknowledge';
}

/** Our next deadline. Null when nothing is due, or when the customer is to act. */
export function getNextDeadline(facts: HelpFacts, holidays: Holidays): Date | null {
  const { state, waitsSince, acknowledgeBy, decideBy, reviewBy } = facts;
  if (state === 'closed') return null;
  const complaintDeadlines = { acknowledge: acknowledgeBy, decide: decideBy, review: reviewBy };
  const step = getComplaintStep(facts);
  const deadlines = [
    Object.hasOwn(complaintDeadlines, step) ? complaintDeadlines[step as keyof typeof complaintDeadlines] : null,
    state === 'open' ? getDeadline(waitsSince, 'answer', holidays) : null,
  ].filter((moment) => moment !== null);
  return deadlines.length === 0 ? null : new Date(Math.min(...deadlines.map((moment) => moment.getTime())));
}

type WorkedConversation = HelpFacts & { readonly userId: string; readonly decidedBy: string | null };

/** Commands that a staff member may run. A review is by another person than the decision. */
export function getAllowedCommands(actor: Actor, conversation: WorkedConversation) {
  const { userId: customerId, decidedBy, state } = conversation;
  const step = getComplaintStep(conversation);
  const subject = { customerId, preparedBy: decidedBy };
  const canAnswer = can(actor, helpPermissions.answer, { customerId, preparedBy: null });
  const isUndecided = step === 'acknowledge' || step === 'decide';
  return {
    answer: canAnswer,
    close: canAnswer && state !== 'closed' && ['none', 'decided', 'final'].includes(step),
    markComplaint: canAnswer && step === 'none',
    decide: isUndecided && can(actor, helpPermissions.decide, { customerId, preparedBy: null }),
    review: step === 'review' && can(actor, helpPermissions.review, subject),
    isSecondMissing: step === 'review' && isSecondMissing(actor, helpPermissions.review, subject),
  };
}

/** State as shown: a complaint that we owe a decision waits for us, also after an answer. */
export const getShownState = ({ state, dueAt }: { state: HelpState; dueAt: Date | null }): HelpState =>
  dueAt ? 'open' : state;

export const stateBadges: Readonly<Record<HelpState, BadgeKind>> = {
  open: 'pending',
  answered: 'note',
  closed: 'other',
};

/** True after a review: the letter is then our final position. */
export const isFinal = ({ decisions }: Pick<HelpFacts, 'decisions'>): boolean =>
  decisions.some(({ stage }) => stage === 'review');
