import type { Verdict } from '../shapes.ts';

/**
 * Why a matter was judged so, a report declined, a warning withdrawn, an appeal answered. Each code has two texts (D4):
 * others read the first, staff the second. None of the first says more than what was found: that we judge it likely,
 * and never that somebody committed a crime.
 */
export type ScamReason = { readonly code: string; readonly told: string; readonly staff: string };

const warned: readonly ScamReason[] = [
  {
    code: 'promised_returns',
    told: 'It promises returns that nobody can promise.',
    staff: 'Guaranteed or doubled returns, shown by what was handed in.',
  },
  {
    code: 'impersonation',
    told: 'It uses the name or look of somebody else.',
    staff: 'Name, look or address of another business or of ours.',
  },
  {
    code: 'advance_fee',
    told: 'It asks for payment before money or coins are released.',
    staff: 'A fee, tax or deposit is asked for before a withdrawal.',
  },
  {
    code: 'secrets_asked',
    told: 'It asks for recovery words, codes or access to a device.',
    staff: 'Recovery words, codes, passwords or remote access are asked for.',
  },
  {
    code: 'nothing_delivered',
    told: 'Several people say that they paid and received nothing.',
    staff: 'Payments are shown, and nothing was delivered.',
  },
];
const open: readonly ScamReason[] = [
  {
    code: 'conflicting',
    told: 'What we found points both ways.',
    staff: 'Evidence contradicts itself. Say in the note what would settle it.',
  },
  {
    code: 'cannot_be_checked',
    told: 'What was reported cannot be checked from outside.',
    staff: 'Nothing that can be seen or asked bears it out, or disproves it.',
  },
];
const sound: readonly ScamReason[] = [
  {
    code: 'known_business',
    told: 'It is what it says it is, as far as we could check.',
    staff: 'Registered, reachable and with an address of its own; say where that was seen.',
  },
  {
    code: 'mistaken',
    told: 'What was reported is a misunderstanding, as far as we could check.',
    staff: 'The report is about something else, or was settled.',
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
      told: 'There is not enough in it to judge by.',
      staff: 'Neither facts nor evidence. More reports may bring some.',
    },
    open[1] as ScamReason,
  ],
};

export const declineReasons: readonly ScamReason[] = [
  {
    code: 'no_scam',
    told: 'What you describe is a dispute between two people or businesses. We look at scams alone.',
    staff: 'A quarrel about goods, service or money owed.',
  },
  {
    code: 'nothing_to_check',
    told: 'There was nothing in it that we could check. Send another report when you have an address, number or picture.',
    staff: 'No indicator and no evidence.',
  },
  {
    code: 'reported_before',
    told: 'You reported the same before. Your earlier report is answered.',
    staff: 'The same person, the same thing.',
  },
  {
    code: 'not_true',
    told: 'What it says is not so, as far as we could check.',
    staff: 'Made up, or meant to harm somebody. It counts no more; say in the note how that was seen.',
  },
];

export const withdrawReasons: readonly ScamReason[] = [
  {
    code: 'appeal',
    told: 'We looked again after whoever is named wrote to us.',
    staff: 'An appeal showed that it does not stand.',
  },
  {
    code: 'new_facts',
    told: 'What we learned since does not bear it out any more.',
    staff: 'New facts. Judge the matter again.',
  },
  { code: 'our_mistake', told: 'We made a mistake.', staff: 'Our own mistake. Say which in the note.' },
  {
    code: 'over',
    told: 'It is over and warns of nothing any more.',
    staff: 'The thing is gone, such as a site taken down.',
  },
];

export const appealReasons = {
  upheld: [
    {
      code: 'shown_otherwise',
      told: 'What you showed us bears out that the warning was wrong. It is withdrawn.',
      staff: 'The statement and what was checked disprove the warning.',
    },
    {
      code: 'too_little_stood',
      told: 'What the warning stood on is not enough. It is withdrawn.',
      staff: 'Judged on too little.',
    },
  ],
  dismissed: [
    {
      code: 'stands',
      told: 'We looked again at what was reported and at what you wrote, and the warning stands.',
      staff: 'Nothing in the statement changes what was found.',
    },
    {
      code: 'other_thing',
      told: 'What you wrote is about something that the warning does not name.',
      staff: 'About another indicator than those published.',
    },
  ],
} as const satisfies Record<'upheld' | 'dismissed', readonly ScamReason[]>;

export const reasonIn = (reasons: readonly ScamReason[], code: string): ScamReason | null =>
  reasons.find((reason) => reason.code === code) ?? null;

/** Why a matter was judged so, in words for others; a code that is no longer used says nothing. */
export const verdictReason = (verdict: Verdict, code: string): ScamReason | null =>
  reasonIn(verdictReasons[verdict], code);

/** Every reason of a table, for lists. */
export const appealReason = (outcome: keyof typeof appealReasons, code: string): ScamReason | null =>
  reasonIn(appealReasons[outcome], code);
