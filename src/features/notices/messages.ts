import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

/** Why something about notices cannot be had otherwise. */
export const noticesMessages = {
  'notices.link_invalid': {
    status: 404,
    title: 'This link does not work',
    text: 'We cannot read this link. Log in and turn the mails off under Notices, What we tell you.',
  },
} as const;

export const { refuse, mayRefuse } = catalogue(noticesMessages, platformMessages);
