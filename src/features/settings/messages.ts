import { takes } from '../../kernel/params.ts';

const none = takes({});

export const settingsMessages = {
  'settings.invalid': {
    status: 422,
    title: 'Error',
    text: 'This value does not fit: {what}',
    params: takes({ what: 'text' }),
  },
  'settings.unchanged': { status: 409, title: 'Error', text: 'This is the value in force already.', params: none },
} as const;
