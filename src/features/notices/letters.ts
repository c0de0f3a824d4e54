import { letterFrame } from './letter.ts';

/** What stands below every mail: why one gets it, and what to do about that. */
export const footWords = {
  security: {
    text: 'You get this mail because it is about the security of your account. Such mails cannot be turned off.',
  },
  money: { text: 'You get this mail because it is about your money. Such mails cannot be turned off.' },
  service: { text: 'You get this mail because you use Cryptocommerce, and mails of this kind are on for you.' },
  digest: { text: 'You get this mail because you asked for one mail a day.' },
  marketing: { text: 'You get this mail because you agreed to news and offers. You can take that back at any time.' },
  see: { text: 'See what we tell you' },
  stop: { text: 'Stop or change these mails' },
} as const;

/** The mail of a day, for whoever wants them together. */
export const digestLetter = {
  ...letterFrame,
  subject: 'What happened at Cryptocommerce: {count}',
  paragraphs: ['This is what we told you since yesterday. Each of it stands on your page, too.'],
  button: 'See your notices',
} as const;
