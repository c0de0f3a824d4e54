import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

export const appropriatenessMessages = {
  'appropriateness.try_over': {
    status: 409,
    title: 'These questions are over',
    text: 'They were handed in before, or we changed the lesson. Begin again whenever you like.',
  },
  'appropriateness.too_many_tries': {
    status: 429,
    title: 'Enough for today',
    text: 'You have tried these questions many times today. Please read the lesson again, and try tomorrow.',
  },
} as const;

/** What staff read. */
export const appropriatenessDeskMessages = {
  'appropriateness.has_it': {
    status: 409,
    title: 'Nothing to do',
    text: 'This customer passed the lesson, or was waved through before.',
  },
  'appropriateness.unknown_customer': {
    status: 404,
    title: 'Customer not found',
    text: 'There is no customer under this address.',
  },
} as const;

export const { refuse, mayRefuse } = catalogue(
  appropriatenessMessages,
  appropriatenessDeskMessages,
  approvalsMessages,
  platformMessages,
);
