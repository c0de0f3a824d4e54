import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

export const noticesMessages = {
  'notices.link_invalid': {
    title: "This link doesn't work",
    text: "We can't read this link. Log in and turn these emails off in your notice settings.",
  },
  'notices.push_unknown': {
    title: 'Not turned on',
    text: "We can't reach this browser's push service. Please try another browser.",
  },
} as const;

export const { refuse, refusalCodes } = defineErrors(noticesMessages, platformMessages);
