import type { call } from '../../../../ui/client.ts';

type UnallocatedPage = Awaited<ReturnType<typeof call.unallocated.list>>;
export type UnallocatedLine = UnallocatedPage['lines'][number];

export type MoneyAction = UnallocatedLine['allowed'][number];

type ActionDetails = { readonly name: string; readonly first?: true; readonly grave?: true; readonly hint: string };

export const moneyActions: Readonly<Record<MoneyAction, ActionDetails>> = {
  attach: {
    name: 'Attach',
    first: true,
    hint: 'The money will pay for that order or payment, after the usual checks. The customer gets an email.',
  },
  prepareReturn: {
    name: 'Prepare refund',
    hint: 'This waits for a second approver. Nothing is sent until they approve.',
  },
  approve: { name: 'Approve', first: true, hint: 'You approve exactly these details. Check them yourself.' },
  decline: { name: 'Cancel proposal', hint: 'Nothing is sent. You can propose it again.' },
  recordReturned: { name: 'Record refund', first: true, hint: 'Record this only after sending exactly this amount.' },
  undoReturn: {
    name: 'Undo the refund',
    grave: true,
    hint: "A second person decides. A recorded reference can't be used again.",
  },
};
