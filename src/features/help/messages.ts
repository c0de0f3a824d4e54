import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

export const helpMessages = {
  'help.not_found': { status: 404, title: 'Conversation not found', text: "We couldn't find this conversation." },
  'help.about_unknown': {
    status: 404,
    title: 'Not found',
    text: "We couldn't find what this is about. You can still write to us without it.",
  },
  'help.file_invalid': {
    title: 'Invalid file',
    text: 'Please add your file again. Accepted: images or PDF. Max 10MB.',
  },
  'help.too_many_messages': {
    status: 429,
    title: 'Not sent',
    text: "You've sent 20 messages in an hour. Please wait a little before the next one.",
  },
  'help.is_complaint': {
    status: 409,
    title: 'Already a complaint',
    text: 'This conversation is already a complaint. Its dates are on this page.',
  },
  'help.no_review': {
    status: 409,
    title: 'No review possible',
    text: "We haven't decided this complaint yet, or a review was already requested.",
  },
  'help.no_letter': { status: 404, title: 'No letter yet', text: 'The letter is ready once we decide the complaint.' },
} as const;

export const helpDeskMessages = {
  'help.customer_unknown': {
    status: 404,
    title: 'Not recorded',
    text: 'No open account has this email.',
    field: 'email',
  },
  'help.day_ahead': { title: 'Not recorded', text: 'Choose today or an earlier day.', field: 'receivedOn' },
  'help.not_decidable': {
    status: 409,
    title: 'Nothing to decide',
    text: "A colleague decided this, or it isn't a complaint. We've loaded the latest version.",
  },
  'help.undecided': {
    status: 409,
    title: 'Not decided',
    text: 'Decide the complaint first, and its review if the customer asked for one. Then you can close it.',
  },
} as const;

export const { refuse, refusalCodes } = defineErrors(
  helpMessages,
  helpDeskMessages,
  approvalsMessages,
  platformMessages,
);
