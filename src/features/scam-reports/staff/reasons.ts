import type { Verdict } from '../types.ts';

/** Reasons with a public and a staff text (D4). Public texts judge, and never say that a person committed a crime. */
export type ScamReason = { readonly code: string; readonly publicText: string; readonly staff: string };

const warned: readonly ScamReason[] = [
  {
    code: 'promised_returns',
    publicText: 'It promises returns that no one can guarantee.',
    staff: 'The evidence shows promises of guaranteed or doubled returns.',
  },
  {
    code: 'impersonation',
    publicText: 'It uses the name or branding of another business.',
    staff: 'It copies the name, branding or address of another business, or our own.',
  },
  {
    code: 'advance_fee',
    publicText: 'It asks for a payment before it releases money or crypto.',
    staff: 'It demands a fee, tax or deposit before a withdrawal.',
  },
  {
    code: 'secrets_asked',
    publicText: 'It asks for seed phrases, codes or access to a device.',
    staff: 'It asks for seed phrases, codes, passwords or remote access.',
  },
  {
    code: 'nothing_delivered',
    publicText: 'Several people say they paid and received nothing.',
    staff: 'The evidence shows payments, and nothing was delivered.',
  },
];
const open: readonly ScamReason[] = [
  {
    code: 'conflicting',
    publicText: 'The evidence is contradictory.',
    staff: 'The evidence contradicts itself. Note what would resolve the contradiction.',
  },
  {
    code: 'cannot_be_checked',
    publicText: "We can't verify this report ourselves.",
    staff: "We can't prove or disprove the report with what we can find out.",
  },
];
const sound: readonly ScamReason[] = [
  {
    code: 'known_business',
    publicText: 'As far as we could check, this is a genuine business.',
    staff: 'The business is registered and reachable at its own address. Note your sources.',
  },
  {
    code: 'mistaken',
    publicText: 'As far as we could check, the report was a misunderstanding.',
    staff: 'The report is about something else, or the dispute was settled.',
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
      publicText: "There isn't enough information for a verdict.",
      staff: 'There are no facts and no evidence yet. More reports may add some.',
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
    staff: 'The same person already reported the same thing.',
  },
  {
    code: 'not_true',
    publicText: "As far as we could check, the report isn't accurate.",
    staff: 'Made up or meant to harm. The report no longer counts. Note how you found out.',
  },
];

export const withdrawReasons: readonly ScamReason[] = [
  { code: 'appeal', publicText: 'We reviewed the warning again after an appeal.', staff: 'Overturned on appeal.' },
  {
    code: 'new_facts',
    publicText: 'New information no longer supports the warning.',
    staff: 'There are new facts. Judge the case again.',
  },
  { code: 'our_mistake', publicText: 'We made a mistake.', staff: 'We made a mistake. Note what went wrong.' },
  {
    code: 'over',
    publicText: 'The scam is over.',
    staff: 'The scam no longer exists, for example because its website was taken down.',
  },
];

export const appealReasons = {
  upheld: [
    {
      code: 'shown_otherwise',
      publicText: "What you showed us proves the warning wrong. We've withdrawn it.",
      staff: 'The statement and our checks disprove the warning.',
    },
    {
      code: 'too_little_stood',
      publicText: "There wasn't enough to support the warning. We've withdrawn it.",
      staff: 'The verdict was based on too little evidence.',
    },
  ],
  dismissed: [
    {
      code: 'stands',
      publicText: 'We reviewed the reports and your message again, and the warning stays.',
      staff: 'Nothing in the statement changes our findings.',
    },
    {
      code: 'other_thing',
      publicText: "Your message is about something this warning doesn't mention.",
      staff: "The appeal is about an indicator that wasn't published.",
    },
  ],
} as const satisfies Record<'upheld' | 'dismissed', readonly ScamReason[]>;

export const findReason = (reasons: readonly ScamReason[], code: string): ScamReason | null =>
  reasons.find((reason) => reason.code === code) ?? null;

export const findVerdictReason = (verdict: Verdict, code: string): ScamReason | null =>
  findReason(verdictReasons[verdict], code);

export const findAppealReason = (outcome: keyof typeof appealReasons, code: string): ScamReason | null =>
  findReason(appealReasons[outcome], code);
