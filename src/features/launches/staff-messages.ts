import type { Outcome } from './launch.ts';

/** Decision reason with a text for the founder and one for staff (D4). Founders read no suspicion (A7). */
type LaunchReason = { readonly code: string; readonly customer: string; readonly staff: string };

export const launchReasons = {
  accepted: [
    {
      code: 'sound',
      customer: "We'll support your launch. We'll email you about the next steps.",
      staff: 'Sound project.',
    },
    {
      code: 'sound_with_tasks',
      customer: "We'll support your launch. First, we'll agree on the open points in writing.",
      staff: 'Sound, with tasks. Name them in the note.',
    },
  ],
  declined: [
    {
      code: 'no_use',
      customer: "We couldn't see what your coin would be used for, so we won't support it.",
      staff: 'The coin has no use beyond holding it.',
    },
    {
      code: 'promises_gain',
      customer: "Your whitepaper promises gains to buyers. We don't support projects that do.",
      staff: 'Promises returns: an investment offer.',
    },
    {
      code: 'licence_needed',
      customer: "Your plan needs a licence. We can't support it without one.",
      staff: 'Licence needed. Name it in the note.',
    },
    {
      code: 'not_possible',
      customer: "We can't support this project.",
      staff: 'Reason not disclosed to the founder. Explain in the note.',
    },
  ],
  not_enough: [
    {
      code: 'paper_incomplete',
      customer:
        'Your whitepaper is incomplete. Add who builds the coin, its purpose and how the money is used, then submit again.',
      staff: 'Lacks details on team, token, law, money or technology.',
    },
    {
      code: 'figures_missing',
      customer: 'Some figures are missing, such as supply, holders or unlock dates. Add them and submit again.',
      staff: 'Token figures missing or contradictory.',
    },
    {
      code: 'team_unnamed',
      customer: 'Add who is behind the project and what they did before, then submit again.',
      staff: 'Team unnamed or untraceable.',
    },
    {
      code: 'unanswered',
      customer: "You didn't answer our question. You can submit again and include the answer.",
      staff: 'No answer from the founder.',
    },
  ],
} as const satisfies Readonly<Record<Outcome, readonly LaunchReason[]>>;

const allReasons: Readonly<Record<Outcome, readonly LaunchReason[]>> = launchReasons;

export const getLaunchReason = (outcome: Outcome, code: string): LaunchReason | null =>
  allReasons[outcome].find((reason) => reason.code === code) ?? null;

/** Returns the founder's text of a decision; null without a decision. */
export const getFounderReason = (code: string | null): string | null =>
  Object.values(allReasons)
    .flat()
    .find((reason) => reason.code === code)?.customer ?? null;

export const launchDeskNotices = {
  asked: { title: 'Question sent', text: 'We emailed the founder. The launch waits for their answer.' },
  decided: { title: 'Decision sent', text: 'We emailed the founder. The coin is not listed for trading.' },
} as const;

export const launchDeskWords = {
  submitted: 'To review',
  waiting_for_founder: 'Waiting for founder',
  accepted: 'Accepted',
  declined: 'Declined',
  not_enough: 'Incomplete',
  withdrawn: 'Withdrawn',
} as const;
