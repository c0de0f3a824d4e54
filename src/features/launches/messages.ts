import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

const couldNot = 'Could not submit';

/** Why a launch cannot be handed in, answered or taken back: 'Invalid file', 'Could not submit' [001 §8 Launch]. */
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
    text: 'Three projects of yours are with us already. Hand in another once one of them is decided, or withdraw one.',
  },
  'launches.too_many_today': {
    status: 429,
    title: couldNot,
    text: 'You have sent three projects within a day. Please try again tomorrow.',
  },
  'launches.not_found': { status: 404, title: 'Project not found', text: 'There is no such project.' },
  'launches.not_open': { status: 409, title: 'Not possible', text: 'This was answered or decided meanwhile.' },
} as const;

/** What staff read. */
export const launchDeskMessages = {
  'launches.decided_before': {
    status: 409,
    title: 'Decided meanwhile',
    text: 'This project is decided or was withdrawn. Please read it again.',
  },
  'launches.question_open': {
    status: 409,
    title: 'A question is open',
    text: 'The founder was asked and has not answered yet. One question at a time, so that both know whose move it is.',
  },
  'launches.too_many_questions': {
    status: 409,
    title: 'Enough was asked',
    text: 'Twenty questions were asked about this project. Decide by what is known.',
  },
  'launches.declare_first': {
    status: 409,
    title: 'Declare first',
    text: 'Say first whether you have an interest in this project.',
  },
  'launches.conflict_declared': {
    status: 403,
    title: 'For somebody else',
    text: 'You declared an interest in this project. Somebody else judges it.',
  },
  'launches.parts_unmarked': { status: 409, title: 'Marks are missing', text: 'Not marked yet: {parts}.' },
  'launches.reason_unknown': { title: 'Choose a reason', text: 'This reason does not belong to this decision.' },
} as const;

export const { refuse, mayRefuse } = catalogue(launchMessages, launchDeskMessages, approvalsMessages, platformMessages);
