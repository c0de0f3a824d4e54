import type { Outcome } from './outcomes.ts';

/**
 * Why a launch was decided as it was (decision D4): a code with two texts. Its founder reads the first, staff the
 * second. No text tells a suspicion (A7), and none promises that a coin will be traded.
 */
export type LaunchReason = { readonly code: string; readonly customer: string; readonly staff: string };

export const launchReasons = {
  accepted: [
    {
      code: 'sound',
      customer: 'We take your project on for launch support, and write to you about what comes next.',
      staff: 'All five parts hold.',
    },
    {
      code: 'sound_with_tasks',
      customer: 'We take your project on. Before anything starts we agree with you in writing on what is still open.',
      staff: 'It holds, with tasks. Say which in the note.',
    },
  ],
  declined: [
    {
      code: 'no_use',
      customer: 'We do not see what your coin is needed for, so we do not take it on.',
      staff: 'No use beyond being held.',
    },
    {
      code: 'promises_gain',
      customer: 'Your paper promises a gain to whoever buys. We take on no project that does.',
      staff: 'Promises of return: an offer of an investment.',
    },
    {
      code: 'licence_needed',
      customer: 'What you plan needs a licence that neither of us can assume. We cannot take it on as it is.',
      staff: 'A licence is needed. Say which in the note.',
    },
    {
      code: 'not_possible',
      customer: 'We cannot take this project on.',
      staff: 'For a reason that the founder is not told. Say which in the note.',
    },
  ],
  not_enough: [
    {
      code: 'paper_incomplete',
      customer:
        'Your whitepaper leaves too much open. Say who builds it, what it is for and what the money pays, and hand it in again.',
      staff: 'Whole parts of the rubric are not dealt with.',
    },
    {
      code: 'figures_missing',
      customer: 'We miss the figures: supply, who holds what, when it unlocks. Add them and hand it in again.',
      staff: 'No or contradictory figures of the token.',
    },
    {
      code: 'team_unnamed',
      customer: 'Tell us who the people behind it are and what they did before, and hand it in again.',
      staff: 'Nobody is named, or nobody can be found.',
    },
    {
      code: 'unanswered',
      customer: 'We asked and got no answer. Hand it in again once you have one.',
      staff: 'The founder did not say what was asked for.',
    },
  ],
} as const satisfies Readonly<Record<Outcome, readonly LaunchReason[]>>;

const all: Readonly<Record<Outcome, readonly LaunchReason[]>> = launchReasons;

/** The reason behind a code, for an outcome; null for a code that it does not know. */
export const readLaunchReason = (outcome: Outcome, code: string): LaunchReason | null =>
  all[outcome].find((reason) => reason.code === code) ?? null;

/** What its founder reads of a decision; null before there is one. */
export const founderReason = (code: string | null): string | null =>
  Object.values(all)
    .flat()
    .find((reason) => reason.code === code)?.customer ?? null;
