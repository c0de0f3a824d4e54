import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

const couldNot = 'Could not submit';

/** Errors for founders [001 §8 Launch]. */
export const launchMessages = {
  'launches.paper_missing': { title: 'Whitepaper is required', text: 'Whitepaper is required', field: 'whitepaper' },
  'launches.paper_invalid': {
    title: 'Invalid file',
    text: 'Accepted: Word documents (.doc or .docx). Max 10MB.',
    field: 'whitepaper',
  },
  'launches.too_many_open': {
    status: 409,
    title: couldNot,
    text: "We're already reviewing three of your projects. You can submit another after a decision, or withdraw one.",
  },
  'launches.too_many_today': {
    status: 429,
    title: couldNot,
    text: "You've submitted three projects today. You can submit another tomorrow.",
  },
  'launches.not_found': { status: 404, title: 'Project not found', text: "We couldn't find this project." },
  'launches.not_open': {
    status: 409,
    title: 'Already answered',
    text: 'This question was already answered, or the project was decided.',
  },
} as const;

export const launchDeskMessages = {
  'launches.decided_before': {
    status: 409,
    title: 'Already decided',
    text: "This project was decided or withdrawn. We've loaded the latest version.",
  },
  'launches.question_open': {
    status: 409,
    title: 'A question is open',
    text: "The founder hasn't answered yet. Ask one question at a time.",
  },
  'launches.too_many_questions': {
    status: 409,
    title: 'Question limit reached',
    text: 'This project already has twenty questions. Please decide based on what you know.',
  },
  'launches.reason_unknown': { title: 'Choose a reason', text: "This reason doesn't fit the decision." },
} as const;

export const { refuse, refusalCodes } = defineErrors(
  launchMessages,
  launchDeskMessages,
  approvalsMessages,
  platformMessages,
);
