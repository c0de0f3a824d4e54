import { z } from 'zod';

const none = z.object({});

export const settingsMessages = {
  'settings.invalid': {
    status: 422,
    title: 'Error',
    text: 'This value does not fit: {what}',
    params: z.object({ what: z.string() }),
  },
  'settings.unchanged': { status: 409, title: 'Error', text: 'This is the value in force already.', params: none },
} as const;
