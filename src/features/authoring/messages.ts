import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

/** Why a course is not written or published just now. Staff alone read it. */
export const authoringMessages = {
  'authoring.not_found': { status: 404, text: 'There is no such course.' },
  'authoring.of_the_house': { status: 409, text: 'This course comes out of the files of the house.' },
  'authoring.saved_meanwhile': {
    status: 409,
    title: 'Saved meanwhile',
    text: '{who} saved this course meanwhile. What you wrote still stands here: copy what you need, then read theirs.',
  },
  'authoring.too_long': {
    status: 422,
    title: 'Too long',
    text: 'All lessons of a course together have 400,000 letters at most. Begin a second course with the rest.',
  },
  'authoring.faults': {
    status: 409,
    title: 'Not yet',
    text: 'Something is still to be put right before it can be published. Open: {count}.',
  },
  'authoring.nothing_new': { status: 409, title: 'Nothing new', text: 'The newest version says the same already.' },
  'authoring.unchanged': { status: 409, title: 'Nothing changed', text: 'It stands like this already.' },
  'authoring.too_dear': {
    field: 'price',
    text: 'A course costs less than {limit}: from there on the law asks of each payment what we ask of orders alone.',
  },
  'authoring.no_version': { status: 409, text: 'Nothing of this course is published yet.' },
} as const;

export const { refuse, mayRefuse } = catalogue(authoringMessages, platformMessages);
