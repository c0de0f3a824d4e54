import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

/** Why a learner cannot say this. */
export const classesMessages = {
  'classes.not_taken': { status: 404, title: 'Not your course', text: 'You do not take this course.' },
} as const;

/** Why nothing was written to a class. */
export const classesDeskMessages = {
  'classes.unknown_course': {
    status: 404,
    title: 'No such course',
    text: 'There is no course with this name to write to.',
  },
  'classes.once_a_day': {
    status: 409,
    title: 'Not sent',
    text: 'This class was written to today already. One message a day is enough: send yours tomorrow.',
  },
  'classes.foreign_link': {
    title: 'Not sent',
    text: 'Only links to our own pages may stand in it. Take this out, or put a space after the full stop: {found}',
  },
} as const;

export const { refuse, mayRefuse } = catalogue(classesMessages, classesDeskMessages, platformMessages);
