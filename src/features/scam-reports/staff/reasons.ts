import type { Verdict } from '../types.ts';

/**
 * Reasons with a public and a staff text (D4). Public texts state a judgement, never that a person committed a crime.
 */
export type ScamReason = { readonly code: string; readonly publicText: string; readonly staff: string };

const warned: readonly ScamReason[] = [
  {
    code: 'promised_returns',
    publicText: 'It promises returns that no one can guarantee.',
    staff: 'Guaranteed or doubled returns, shown by the evidence.',
  },
  {
    code: 'impersonation',
    publicText: "It uses another business's name or look.",
    staff: 'It copies the name, look or address of another business or ours.',
  },
  {
    code: 'advance_fee',
    publicText: 'It asks for payment before money or coins are released.',
    staff: 'A fee, tax or deposit is asked for before a withdrawal.',
  },
  {
    code: 'secrets_asked',
    publicText: 'It asks for recovery words, codes or access to a device.',
    staff: 'Recovery words, codes, passwords or remote access are asked for.',
  },
  {
    code: 'nothing_delivered',
    publicText: 'Several people say they paid and received nothing.',
    staff: 'Payments are shown, and nothing was delivered.',
  },
];
const open: readonly ScamReason[] = [
  {
    code: 'conflicting',
    publicText: 'What we found is contradictory.',
    staff: 'The evidence contradicts itself. Note what would settle it.',
  },
  {
    code: 'cannot_be_checked',
    publicText: "We can't verify this report ourselves.",
    staff: 'Nothing we can see or ask proves or disproves it.',
  },
];
const sound: readonly ScamReason[] = [
  {
    code: 'known_business',
    publicText: 'It is what it says it is, as far as we could check.',
    staff: 'Registered, reachable and with its own address. Note where you saw that.',
  },
  {
    code: 'mistaken',
    publicText: 'What was reported is a misunderstanding, as far as we could check.',
    staff: 'The report is about something else or was settled.',
  },
];

export const verdictReasons: Readonly<Record<Verdict, readonly ScamReason[]>> = {
  scam: warned,
  likely: warned,
  unclear: open,
  legitimate: sound,
  not_enough: [
    {
      code: 'no_facts',
      publicText: "There isn't enough information to judge it.",
      staff: 'No facts and no evidence. More reports may bring some.',
    },
    open[1] as ScamReason,
  ],
};

export const declineReasons: readonly ScamReason[] = [
  {
    code: 'no_scam',
    publicText: 'What you describe is a dispute between two people or businesses. We only look into scams.',
    staff: 'A dispute about goods, a service or money owed.',
  },
  {
    code: 'nothing_to_check',
    publicText:
      'There was nothing we could check. Please send another report when you have an address, number or picture.',
    staff: 'No indicator and no evidence.',
  },
  {
    code: 'reported_before',
    publicText: "You reported this before. We've answered your earlier report.",
    staff: 'The same person, the same thing.',
  },
  {
    code: 'not_true',
    publicText: "As far as we could check, this isn't the case.",
    staff: 'Made up or meant to harm. It no longer counts. Note how you saw that.',
  },
];

export const withdrawReasons: readonly ScamReason[] = [
  {
    code: 'appeal',
    publicText: 'We looked again after the person named wrote to us.',
    staff: 'Overturned on appeal.',
  },
  {
    code: 'new_facts',
    publicText: "What we've learned since no longer supports it.",
    staff: 'New facts. Judge the matter again.',
  },
  { code: 'our_mistake', publicText: 'We made a mistake.', staff: 'Our own mistake. Note what it was.' },
  {
    code: 'over',
    publicText: 'The scam is over.',
    staff: 'It no longer exists, for example a site that was taken down.',
  },
];

export const appealReasons = {
  upheld: [
    {
      code: 'shown_otherwise',
      publicText: "What you showed us proves the warning wrong. We've withdrawn it.",
      staff: 'The statement and what was checked disprove the warning.',
    },
    {
      code: 'too_little_stood',
      publicText: "There wasn't enough to support the warning. We've withdrawn it.",
      staff: 'Judged on too little.',
    },
  ],
  dismissed: [
    {
      code: 'stands',
      publicText: 'We looked again at the reports and at what you wrote, and the warning stays.',
      staff: 'Nothing in the statement changes what was found.',
    },
    {
      code: 'other_thing',
      publicText: "Your message is about something this warning doesn't mention.",
      staff: 'About another indicator than those published.',
    },
  ],
} as const satisfies Record<'upheld' | 'dismissed', readonly ScamReason[]>;

export const findReason = (reasons: readonly ScamReason[], code: string): ScamReason | null =>
  reasons.find((reason) => reason.code === code) ?? null;

export const findVerdictReason = (verdict: Verdict, code: string): ScamReason | null =>
  findReason(verdictReasons[verdict], code);

export const findAppealReason = (outcome: keyof typeof appealReasons, code: string): ScamReason | null =>
  findReason(appealReasons[outcome], code);
