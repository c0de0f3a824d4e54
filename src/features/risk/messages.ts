import { takes } from '../../kernel/params.ts';

const none = takes({});

/** What staff are told when a rule set or draft cannot be had or changed. */
export const riskMessages = {
  'risk.not_found': { status: 404, title: 'Error', text: 'There is no such rule set or draft.', params: none },
  'risk.draft_changed': {
    status: 409,
    title: 'Error',
    text: 'Somebody changed this draft meanwhile. You see its newest state now.',
    params: none,
  },
  'risk.draft_closed': {
    status: 409,
    title: 'Error',
    text: 'This draft waits for a decision or was decided. Start another one from it.',
    params: none,
  },
  'risk.draft_unchanged': {
    status: 409,
    title: 'Error',
    text: 'The draft is what is in force already.',
    params: none,
  },
  'risk.factors_differ': {
    status: 422,
    title: 'Error',
    text: 'A draft changes thresholds, points and words of the factors in force. It adds none, and drops none: {which}',
    params: takes({ which: 'text' }),
  },
} as const;
