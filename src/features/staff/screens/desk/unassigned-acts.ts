import type { UnassignedLine } from './data.ts';

/** What can be done with money that stands on no order. */
export type MoneyAct = UnassignedLine['mine'][number];

type ActFacts = { readonly name: string; readonly first?: true; readonly grave?: true; readonly hint: string };

export const moneyActs: Readonly<Record<MoneyAct, ActFacts>> = {
  attach: {
    name: 'Attach',
    first: true,
    hint: 'It is the pay-in of that order or payment then, by the same checks. Its customer is told.',
  },
  prepareReturn: {
    name: 'Prepare return',
    hint: 'This is frozen for the second person. Nothing is sent before they agreed.',
  },
  approve: { name: 'Approve', first: true, hint: 'You approve exactly this. Check it yourself.' },
  decline: { name: 'Take it back', hint: 'Nothing is sent. It can be asked for again.' },
  recordReturned: { name: 'Record as sent back', first: true, hint: 'Only once exactly this was sent.' },
  undoReturn: {
    name: 'Undo the return',
    grave: true,
    hint: 'A second person decides. A reference that was recorded stays used for ever.',
  },
};
