import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

/** Why something about notices cannot be had otherwise. */
export const noticesMessages = {
  'notices.link_invalid': {
    title: 'This link does not work',
    text: 'We cannot read this link. Log in and turn the mails off under Notices, What we tell you.',
  },
  'notices.push_unknown': {
    title: 'Not turned on',
    text: 'We cannot reach this browser. It has to be one whose maker tells it over the internet.',
  },
} as const;

export const { refuse, mayRefuse } = catalogue(noticesMessages, platformMessages);
