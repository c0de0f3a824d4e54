import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';
import { complianceMessages } from '../compliance/messages.ts';

/** Why staff could not freeze, thaw or give back. Customers never meet any of these. */
export const freezesMessages = {
  'freezes.frozen_already': { status: 409, text: 'Somebody has frozen this customer by hand already.' },
  'freezes.not_frozen': {
    status: 404,
    text: 'This freeze does not stand any more. Please look at the customer again.',
  },
  'freezes.nothing_to_return': {
    status: 409,
    text: 'Nothing of this order waits to be given back: it must have ended with its money or coins here.',
  },
} as const;

export const { refuse, mayRefuse } = catalogue(
  freezesMessages,
  complianceMessages,
  approvalsMessages,
  platformMessages,
);
