import type { Outcome } from './status.ts';

/** A coded reason with two texts (decision D4). None reveals a suspicion (A7) or promises trading. */
export type LaunchReason = { readonly code: string; readonly customer: string; readonly staff: string };

export const launchReasons = {
  accepted: [
    {
      code: 'sound',
      customer: "We'll support your launch. We'll e-mail you about the next steps.",
      staff: 'Sound project.',
    },
    {
      code: 'sound_with_tasks',
      customer: "We'll support your launch. First we'll agree in writing on what is still open.",
      staff: 'Sound, with tasks. Name them in the note.',
    },
  ],
  declined: [
    {
      code: 'no_use',
      customer: "We couldn't see what your coin is needed for, so we won't support it.",
      staff: 'No use beyond holding it.',
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
        'Your whitepaper leaves too much open. Add who builds it, what it is for and how the money is used, then submit again.',
      staff: 'Team, token, law, money or technology is not covered.',
    },
    {
      code: 'figures_missing',
      customer: 'Some figures are missing: supply, holders and unlock dates. Add them and submit again.',
      staff: 'Token figures missing or contradictory.',
    },
    {
      code: 'team_unnamed',
      customer: 'Add who is behind the project and what they did before, then submit again.',
      staff: 'Team unnamed or untraceable.',
    },
    {
      code: 'unanswered',
      customer: 'We had a question and got no answer. You can submit again with the answer.',
      staff: 'No answer from the founder.',
    },
  ],
} as const satisfies Readonly<Record<Outcome, readonly LaunchReason[]>>;

const allReasons: Readonly<Record<Outcome, readonly LaunchReason[]>> = launchReasons;

export const getLaunchReason = (outcome: Outcome, code: string): LaunchReason | null =>
  allReasons[outcome].find((reason) => reason.code === code) ?? null;

/** The founder's text of a decision; null before there is one. */
export const getFounderReason = (code: string | null): string | null =>
  Object.values(allReasons)
    .flat()
    .find((reason) => reason.code === code)?.customer ?? null;
