import type { ReportStatus } from './types.ts';

/** Toasts of the scam page [001 §8 Scam tool]. */
export const scamToasts = {
  signIn: { title: 'Sign in to submit and receive your report.' },
  missing: { title: 'Missing details', text: 'Name and description are required.' },
  unsupported: { title: 'Unsupported file', text: 'Max {n}MB and accepted types only.' },
  submitted: { title: 'Submitted', text: 'Thanks! Our team will review and upload your report.' },
  failed: { title: 'Error', text: 'Failed to submit. Try again.' },
  evidenceLink: { title: 'Could not load evidence link' },
  reportLink: { title: 'Could not load report link' },
} as const;

export const statusLabels: Readonly<Record<ReportStatus, string>> = {
  submitted: 'Submitted',
  in_review: 'In review',
  completed: 'Completed',
  declined: 'Declined',
};

/** Lookup results. Unjudged reports accuse no one, and nothing unknown is called safe (ADR 22). */
export const lookupMessages = {
  scam: {
    look: 'bad',
    title: 'We know this as a scam',
    text: "Reported to us by {people}, first on {day}. Two of our team looked into it. Don't send anything there.",
  },
  likely: {
    look: 'bad',
    title: 'Very likely a scam',
    text: 'Reported to us by {people}, first on {day}. Two of our team looked into it and advise against it.',
  },
  legitimate: {
    look: 'note',
    title: 'Checked before',
    text: '{people} reported it, and we found no scam at the time. That can change, so stay careful.',
  },
  reported: {
    look: 'wait',
    title: 'Reported, not reviewed yet',
    text: "Several people reported this. We haven't reviewed it yet, so it says nothing about who is behind it.",
  },
  listed: {
    look: 'bad',
    title: 'On a public sanctions list',
    text: "This wallet is on a sanctions list, and paying it is not allowed. Don't send anything there.",
  },
  alike: {
    look: 'bad',
    title: 'Not ours, but made to look like it',
    text: "It imitates us. Don't answer, pay or click.",
  },
  ours: {
    look: 'note',
    title: 'This belongs to us',
    text: 'Senders and callers can be faked, though. “Is this really us?” shows how to reach us.',
  },
  misleading: {
    look: 'wait',
    title: 'Misleading letters',
    text: "It mixes look-alike letters from several alphabets, so it isn't the name it seems to be.",
  },
} as const;

export const nothingKnownMessage = {
  title: 'Nothing known to us yet',
  text: 'We have nothing on {things}. That does not mean it is safe: new scams are reported every day.',
} as const;

export const appealTexts = {
  title: 'Are you named here, and is this wrong?',
  open: 'Say why it is wrong',
  how: "A colleague who had no part in this warning will read your message and reply by email. You don't need an account.",
  hint: "Tell us what's wrong and how we can check it. Don't send passwords or seed phrases.",
  sent: "Thank you. We'll reply by email. Until then the warning stays online.",
} as const;

export const warningsPageTexts = {
  title: 'Published warnings',
  text: 'Reports we reviewed, with our judgement. Check here before you pay.',
  tab: 'Published warnings - Cryptocommerce',
  oneTab: 'Published warning - Cryptocommerce',
  about: 'Websites, wallets and numbers that people in Jamaica reported, with our judgement.',
  search: 'Search',
  find: 'Find',
  older: 'Older warnings',
  none: 'No warnings about this.',
  published: 'Published {day}',
  withdrawn: 'Withdrawn',
  all: 'All warnings',
  publisher: 'Cryptocommerce',
} as const;
