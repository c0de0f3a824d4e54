import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

/** What staff are told when a rule set or draft cannot be had or changed. */
export const riskMessages = {
  'risk.not_found': { status: 404, text: 'There is no such rule set or draft.' },
  'risk.draft_changed': { status: 409, text: 'Somebody changed this draft meanwhile. You see its newest state now.' },
  'risk.draft_closed': {
    status: 409,
    text: 'This draft waits for a decision or was decided. Start another one from it.',
  },
  'risk.draft_unchanged': { status: 409, text: 'The draft is what is in force already.' },
  'risk.factors_differ': {
    text: 'A draft changes thresholds, points and words of the factors in force. It adds none, and drops none: {which}',
  },
} as const;

export const { refuse, mayRefuse } = catalogue(riskMessages, approvalsMessages, platformMessages);
