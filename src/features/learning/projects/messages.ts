import { defineErrors } from '../../../kernel/refusal.ts';
import { platformMessages } from '../../../platform/messages.ts';
import { approvalsMessages } from '../../approvals/messages.ts';
import { learningMessages } from '../messages.ts';

export const projectMessages = {
  'projects.not_found': { status: 404, title: 'Project not found', text: "We can't find this project." },
  'projects.none': { status: 404, title: 'No project', text: 'This course has no final project.' },
  'projects.course_first': {
    status: 409,
    title: 'Not yet',
    text: 'Finish all lessons and quizzes first, then hand in your project.',
  },
  'projects.parts_open': { status: 409, title: 'Almost there', text: 'Please complete these parts: {parts}.' },
  'projects.secret_words': {
    status: 422,
    title: 'Keep these words to yourself',
    text: 'Part of your text looks like the recovery words of a wallet. Please remove them. Never share them with anyone, including us.',
  },
  'projects.under_way': {
    status: 409,
    title: 'Already handed in',
    text: 'We’re marking your project and will email you the result.',
  },
  'projects.passed_before': {
    status: 409,
    title: 'Passed',
    text: 'You already passed this project.',
  },
  'projects.no_appeal': {
    status: 409,
    title: 'Not possible',
    text: 'You can ask for a second instructor once, for your latest project. You can always hand it in again.',
  },
} as const;

export const projectDeskMessages = {
  'projects.marked_before': {
    status: 409,
    title: 'Nothing to mark',
    text: 'Someone else marked this project. Please reload the page.',
  },
  'projects.course_given_back': {
    status: 409,
    title: 'Nothing to mark',
    text: 'The course was refunded, so this project is no longer marked.',
  },
  'projects.marks_open': {
    status: 422,
    title: 'Marks are missing',
    text: 'Choose a level for each criterion.',
  },
  'projects.second_instructor': {
    status: 403,
    title: 'Another instructor needed',
    text: 'You marked this project the first time. An appeal goes to another instructor.',
  },
} as const;

export const { refuse, refusalCodes } = defineErrors(
  projectMessages,
  projectDeskMessages,
  learningMessages,
  approvalsMessages,
  platformMessages,
);
