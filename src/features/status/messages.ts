import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

export const announcementMessages = {
  'announcements.end_passed': { field: 'endsAt', text: 'Choose an end in the future, or leave it empty.' },
  'announcements.start_far': {
    field: 'startsAt',
    text: 'Choose a start from now to 90 days ahead, or leave it empty.',
  },
  'announcements.over': { status: 404, text: "This announcement has already ended. We've loaded the latest version." },
} as const;

export const announcementToasts = {
  published: { title: 'Published', text: 'Customers see it from its start until you end it.' },
  ended: { title: 'Ended', text: 'It stays in the history of the status page.' },
} as const;

export const { refuse, refusalCodes } = defineErrors(announcementMessages, platformMessages);
