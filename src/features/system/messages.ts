import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

export const systemMessages = {
  'system.not_given_up': {
    status: 404,
    text: 'This job is no longer in the failed list. Another admin may have retried it.',
  },
} as const;

export const systemNotices = {
  triedAgain: { title: 'Retry queued', text: 'The job runs as soon as a worker is free.' },
} as const;

export const { refuse, refusalCodes } = defineErrors(systemMessages, platformMessages);
