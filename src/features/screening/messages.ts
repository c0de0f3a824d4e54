import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

export const screeningMessages = {
  'screening.hit_not_found': { status: 404, text: 'This match does not exist.' },
  'screening.hit_decided': {
    status: 409,
    text: 'Somebody else decided this match a moment ago. Please reload the page.',
  },
  'screening.births_agree': {
    field: 'reasonCode',
    text: 'Both have the same date of birth. Please choose another reason.',
  },
  'screening.list_unreadable': { text: 'This list cannot be read. {what}' },
} as const;

export const { refuse, mayRefuse } = catalogue(screeningMessages, approvalsMessages, platformMessages);
