import { defineErrors } from '../../../kernel/refusal.ts';
import { platformMessages } from '../../../platform/messages.ts';

export const authoringMessages = {
  'authoring.not_found': { status: 404, text: "We can't find this course." },
  'authoring.built_in': { status: 409, text: 'This course is built in. You can only change it in its files.' },
  'authoring.saved_meanwhile': {
    status: 409,
    title: 'Saved by someone else',
    text: '{who} saved this course. Your text is still here: copy what you need, then load their version.',
  },
  'authoring.too_long': {
    status: 422,
    title: 'Too long',
    text: 'The lessons of a course can have 400,000 characters in total. Please split it into two courses.',
  },
  'authoring.faults': {
    status: 409,
    title: 'Not ready to publish',
    text: 'Fix the listed problems before you publish. Problems left: {count}.',
  },
  'authoring.nothing_new': {
    status: 409,
    title: 'Nothing to publish',
    text: 'The draft is identical to the newest version.',
  },
  'authoring.unchanged': { status: 409, title: 'Nothing changed', text: "It's already set to this." },
  'authoring.too_dear': {
    field: 'price',
    text: 'A course must cost less than {limit}. From that amount on, the law requires checks that we only run for orders.',
  },
  'authoring.no_version': { status: 409, text: 'This course has no published version yet.' },
} as const;

export const { refuse, refusalCodes } = defineErrors(authoringMessages, platformMessages);
