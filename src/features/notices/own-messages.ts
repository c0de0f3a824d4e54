import type { Kind } from './kinds.ts';

/** How the settings call each kind, and what stands below. */
export const kindWords: Readonly<Record<Kind, { readonly title: string; readonly text: string }>> = {
  security: {
    title: 'Your account',
    text: 'New devices, passwords, passkeys and codes. Always told: somebody else may be at your account.',
  },
  order: { title: 'Your orders', text: 'Every step of what you buy and sell. Always told: it is about your money.' },
  payment: { title: 'Your payments', text: 'What you paid, and what goes back. Always told: it is about your money.' },
  identity: { title: 'Identity checks', text: 'What became of a check, and what we need from you.' },
  plan: { title: 'Your plan', text: 'When your plan ends.' },
  workshop: { title: 'Workshops', text: 'Your places, changes of times, and what comes tomorrow.' },
  course: { title: 'Courses', text: 'Courses that were opened for you.' },
  class: { title: 'From your instructors', text: 'What they write to everybody in a course.' },
  project: { title: 'Final projects', text: 'How yours was marked.' },
  certificate: { title: 'Certificates', text: 'When you earned one.' },
  launch: { title: 'Coin launches', text: 'Questions about your project, and decisions.' },
  scam_report: { title: 'Scam reports', text: 'What we found of what you reported.' },
  news: { title: 'News and offers', text: 'New courses, coins and offers. Only if you agree to it.' },
};

/** What the pages of notices say of what happened: customers alone load it. */
export const noticesNotices = {
  saved: { title: 'Saved', text: 'It counts from now on.' },
  failed: { title: 'Not loaded', text: 'Your notices could not be loaded.' },
  pushDenied: { title: 'Not turned on', text: 'Your browser does not let us. Its settings for this page say why.' },
  settingsFailed: { title: 'Not loaded', text: 'What we tell you could not be loaded.' },
} as const;

/** The words that somebody agrees to, with the version that is written down with each answer. */
export const marketingWords = {
  version: '2026-11-25',
  text: 'Yes, mail me news and offers: new courses, coins and prices. I can take it back here, or in any such mail.',
} as const;

/** What became of consent where the person did not take it back here. */
export const consentEnded = {
  link: 'You took it back with the link in a mail.',
  bounce: 'A mail to your address came back to us, so we stopped.',
  complaint: 'Your mail provider told us that you marked a mail of ours as spam, so we stopped.',
} as const;

/** What the page says to which the link of a mail leads. */
export const stopWords = {
  done: 'No more mails of this kind: {name}. What happens still stands on your page.',
  noLink: 'This page needs the link from a mail.',
} as const;

/** What became of a mail to somebody, above their settings. */
export const mailTroubles = {
  bounce: 'A mail to your address came back to us on {day}. Please check that your mailbox takes mails.',
  complaint: 'Your mail provider told us on {day} that you marked a mail of ours as spam. We send you no marketing.',
} as const;
