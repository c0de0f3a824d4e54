import type { ReportStatus } from './shapes.ts';

/**
 * What the page of scam reports says of what happened: sign in, missing, unsupported, submitted, failed, links [001 §8
 * Scam tool].
 */
export const scamNotices = {
  signIn: { title: 'Sign in to submit and receive your report.' },
  missing: { title: 'Missing details', text: 'Name and description are required.' },
  unsupported: { title: 'Unsupported file', text: 'Max {n}MB and accepted types only.' },
  submitted: { title: 'Submitted', text: 'Thanks! Our team will review and upload your report.' },
  failed: { title: 'Error', text: 'Failed to submit. Try again.' },
  evidenceLink: { title: 'Could not load evidence link' },
  reportLink: { title: 'Could not load report link' },
} as const;

/** How far a report is, as its reporter reads it. */
export const statusWords: Readonly<Record<ReportStatus, string>> = {
  submitted: 'Submitted',
  in_review: 'In review',
  completed: 'Completed',
  declined: 'Declined',
};

/**
 * What is said at once of one thing that somebody typed. Of what nobody judged nothing is said of whoever is behind it,
 * and what we do not know is never called safe (decision 044).
 */
export const lookSayings = {
  scam: {
    look: 'bad',
    title: 'We know this as a scam',
    text: 'Reported to us by {people}, first on {day}. Two of us looked into it. Send nothing there.',
  },
  likely: {
    look: 'bad',
    title: 'Very likely a scam',
    text: 'Reported to us by {people}, first on {day}. Two of us looked into it and advise against it.',
  },
  legitimate: {
    look: 'note',
    title: 'Looked into before',
    text: 'It was reported to us by {people}, and we found no scam in it then. That can change, so stay careful.',
  },
  reported: {
    look: 'wait',
    title: 'Reported, not looked at by us yet',
    text: 'Several people named this to us. We have not looked at it yet, so it says nothing about who is behind it.',
  },
  listed: {
    look: 'bad',
    title: 'On a public sanctions list',
    text: 'This wallet stands on a list of wallets nobody may pay to. Send nothing there.',
  },
  alike: {
    look: 'bad',
    title: 'Not ours, but made to look like it',
    text: 'Somebody wants you to take it for us. Do not answer, pay or click.',
  },
  ours: {
    look: 'note',
    title: 'This is one of ours',
    text: 'A sender or caller can be forged, though. See “Is this really us?” for how to reach us.',
  },
  misleading: {
    look: 'wait',
    title: 'Its letters mislead',
    text: 'It mixes letters of several alphabets that look alike, so it is not the name that it seems to be.',
  },
} as const;

/** What is said of everything else that was typed. */
export const nothingKnown = {
  title: 'Nothing known to us yet',
  text: 'We have nothing on {things}. That does not mean it is safe: new scams are reported every day.',
} as const;

/** For whoever is named in a published warning. */
export const appealWords = {
  title: 'Are you named here, and is this wrong?',
  open: 'Say why it is wrong',
  how: 'Somebody who neither judged nor published this reads what you write and answers you by mail. You need no account.',
  hint: 'What is wrong, and how we can check it. Do not send passwords or secret words.',
  sent: 'Thank you. We read it and answer you by mail. Until then the warning stands.',
} as const;

/** The pages of published warnings, for everybody. */
export const pageWords = {
  title: 'Published warnings',
  text: 'What people reported to us, as we judged it. Look here before you pay.',
  tab: 'Published warnings - Cryptocommerce',
  oneTab: 'Published warning - Cryptocommerce',
  about: 'Websites, wallets and numbers that people in Jamaica reported to us, as we judged them.',
  search: 'Search',
  find: 'Find',
  older: 'Older warnings',
  none: 'Nothing is published about this.',
  published: 'Published {day}',
  withdrawn: 'Withdrawn',
  all: 'All warnings',
  publisher: 'Cryptocommerce',
} as const;
