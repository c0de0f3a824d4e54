import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

/** What staff are told when a rule set or draft cannot be had or changed. */
export const riskMessages = {
  'risk.not_found': { status: 404, title: 'Error', text: 'There is no such rule set or draft.' },
  'risk.draft_changed': {
    status: 409,
    title: 'Error',
    text: 'Somebody changed this draft meanwhile. You see its newest state now.',
  },
  'risk.draft_closed': {
    status: 409,
    title: 'Error',
    text: 'This draft waits for a decision or was decided. Start another one from it.',
  },
  'risk.draft_unchanged': { status: 409, title: 'Error', text: 'The draft is what is in force already.' },
  'risk.factors_differ': {
    status: 422,
    title: 'Error',
    text: 'A draft changes thresholds, points and words of the factors in force. It adds none, and drops none: {which}',
  },
} as const;

export const { refuse, mayRefuse } = catalogue(riskMessages, approvalsMessages, platformMessages);
