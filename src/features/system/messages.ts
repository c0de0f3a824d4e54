import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

/** Why work cannot be done once more. */
export const systemMessages = {
  'system.not_given_up': {
    status: 404,
    text: 'This is no longer among the work that was given up. Somebody may have had it done once more already.',
  },
} as const;

/** What is said when it went well. */
export const systemNotices = {
  triedAgain: { title: 'Tried again', text: 'It is done once more as soon as a process is free.' },
} as const;

export const { refuse, mayRefuse } = catalogue(systemMessages, platformMessages);
