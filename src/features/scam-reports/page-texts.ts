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
    title: 'Known scam',
    text: "{people} reported this to us, first on {day}. Two of our team reviewed it. Don't send money or crypto.",
  },
  likely: {
    look: 'bad',
    title: 'Likely a scam',
    text: '{people} reported this to us, first on {day}. Two of our team reviewed it and advise against paying.',
  },
  legitimate: {
    look: 'note',
    title: 'Reviewed before',
    text: '{people} reported this, but we found no scam at the time. That can change, so stay careful.',
  },
  reported: {
    look: 'wait',
    title: 'Reported, not reviewed yet',
    text: "Several people reported this. We haven't reviewed the reports yet, so they don't prove anything.",
  },
  listed: {
    look: 'bad',
    title: 'On a public sanctions list',
    text: "This wallet is on a sanctions list. You're not allowed to send it money or crypto.",
  },
  alike: {
    look: 'bad',
    title: "Looks like us, but isn't",
    text: "This is an imitation of Cryptocommerce. Don't reply, pay or click any links.",
  },
  ours: {
    look: 'note',
    title: 'This belongs to us',
    text: 'But scammers can fake a sender or caller ID. See “Is this really us?” for how to reach us.',
  },
  misleading: {
    look: 'wait',
    title: 'Look-alike letters',
    text: "This mixes letters from different alphabets, so it isn't the name it appears to be.",
  },
} as const;

export const nothingKnownMessage = {
  title: 'No warnings yet',
  text: "We have no warnings about {things}. That doesn't mean it's safe: new scams are reported every day.",
} as const;

export const appealTexts = {
  title: 'Think this warning is wrong?',
  open: 'Tell us why',
  how: "Someone who wasn't involved in this warning will read your message and reply by email. You don't need an account.",
  hint: "Tell us what's wrong and how we can check it. Don't send passwords or seed phrases.",
  sent: "Thank you. We'll reply by email. Until then the warning stays online.",
} as const;

export const warningsPageTexts = {
  title: 'Published warnings',
  text: 'Reports that our team reviewed, with our verdict. Check here before you pay.',
  tab: 'Published warnings - Cryptocommerce',
  oneTab: 'Published warning - Cryptocommerce',
  about: 'Websites, wallets and numbers that people in Jamaica reported, with our verdict.',
  hint: 'A website, wallet, phone number, account or name.',
  search: 'Search',
  find: 'Search',
  read: 'Read the warning',
  older: 'Older warnings',
  none: 'No warnings found.',
  published: 'Published {day}',
  withdrawn: 'Warning withdrawn',
  all: 'All warnings',
  publisher: 'Cryptocommerce',
} as const;
