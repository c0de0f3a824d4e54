import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';
import { learningMessages } from '../learning/messages.ts';

/** Why a project cannot be handed in, or not judged again. */
export const projectMessages = {
  'projects.not_found': { status: 404, title: 'Project not found', text: 'There is no project under this address.' },
  'projects.none': { status: 404, title: 'No project', text: 'This course has no final project.' },
  'projects.course_first': {
    status: 409,
    title: 'Not yet',
    text: 'Finish all lessons and quizzes first, then hand in your project.',
  },
  'projects.parts_open': { status: 409, title: 'Almost there', text: 'Something is still missing in: {parts}.' },
  'projects.secret_words': {
    status: 422,
    title: 'Keep these words to yourself',
    text: 'Part of your text looks like the recovery words of a wallet. Take them out: nobody may ever read them, we neither.',
  },
  'projects.under_way': {
    status: 409,
    title: 'Already handed in',
    text: 'Your project is being read. You hear from us once it is marked.',
  },
  'projects.passed_before': {
    status: 409,
    title: 'Passed',
    text: 'You passed this project. Nothing is left to hand in.',
  },
  'projects.no_appeal': {
    status: 409,
    title: 'Not possible',
    text: 'A second instructor can be asked once, for the project that was marked last. Hand it in again whenever you like.',
  },
} as const;

/** What staff read. */
export const projectDeskMessages = {
  'projects.marked_before': {
    status: 409,
    title: 'Nothing to mark',
    text: 'This project was marked meanwhile. Please read it again.',
  },
  'projects.course_given_back': {
    status: 409,
    title: 'Nothing to mark',
    text: 'This learner gave the course back meanwhile. Their project is not marked any more.',
  },
  'projects.marks_open': {
    status: 422,
    title: 'Marks are missing',
    text: 'Choose one level for each point of the rubric.',
  },
  'projects.second_instructor': {
    status: 403,
    title: 'For somebody else',
    text: 'You marked this project the first time. An appeal goes to another instructor.',
  },
} as const;

export const { refuse, mayRefuse } = catalogue(
  projectMessages,
  projectDeskMessages,
  learningMessages,
  approvalsMessages,
  platformMessages,
);
