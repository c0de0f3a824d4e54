import { takes } from '../../kernel/params.ts';

const none = takes({});

export const screeningMessages = {
  'screening.hit_not_found': { status: 404, title: 'Error', text: 'This match does not exist.', params: none },
  'screening.hit_decided': {
    status: 409,
    title: 'Error',
    text: 'Somebody else decided this match a moment ago. Please reload the page.',
    params: none,
  },
  'screening.births_agree': {
    status: 422,
    field: 'reasonCode',
    text: 'Both have the same date of birth. Please choose another reason.',
    params: none,
  },
  'screening.list_unreadable': {
    status: 422,
    title: 'Error',
    text: 'This list cannot be read. {what}',
    params: takes({ what: 'text' }),
  },
} as const;
