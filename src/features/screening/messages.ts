import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

export const screeningMessages = {
  'screening.hit_not_found': { status: 404, text: "We couldn't find this match." },
  'screening.hit_decided': {
    status: 409,
    text: 'A colleague has already decided this match. Please reload the page.',
  },
  'screening.births_agree': {
    field: 'reasonCode',
    text: 'The customer and the listed party have the same date of birth. Please choose another reason.',
  },
  'screening.list_unreadable': { text: "We couldn't read this list. {what}" },
} as const;

export const { refuse, refusalCodes } = defineErrors(screeningMessages, approvalsMessages, platformMessages);
