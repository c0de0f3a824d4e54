import type { NoticeKind } from './kinds.ts';

export const kindLabels: Readonly<Record<NoticeKind, { readonly title: string; readonly text: string }>> = {
  security: {
    title: 'Your account',
    text: 'New devices, passwords, passkeys and codes. Always on, to protect your account.',
  },
  order: {
    title: 'Your orders',
    text: 'Placed, paid, sent, cancelled, sent back, and what we need from you. Always on: it is about your money.',
  },
  payment: { title: 'Your payments', text: 'What you paid and what we refund. Always on: it is about your money.' },
  identity: {
    title: 'Identity checks',
    text: 'When we receive your documents, the result of each check, and what we need from you.',
  },
  plan: { title: 'Your plan', text: 'When your plan ends.' },
  workshop: { title: 'Workshops', text: 'Your places, changed times, and a reminder the day before.' },
  course: { title: 'Courses', text: 'Courses we opened for you.' },
  project: { title: 'Final projects', text: 'Your results.' },
  certificate: { title: 'Certificates', text: 'When you earn one.' },
  launch: { title: 'Coin launches', text: 'Questions about your project, and our decisions.' },
  scam_report: { title: 'Scam reports', text: 'What we found out about your reports.' },
  news: { title: 'News and offers', text: 'New courses, coins and offers. Only if you agree.' },
};

export const noticeToasts = {
  saved: { title: 'Saved', text: 'Changes apply right away.' },
  failed: { title: 'Not loaded', text: "We couldn't load your notices." },
  pushDenied: {
    title: 'Not turned on',
    text: 'Your browser blocks notifications. Allow them for this site in its settings.',
  },
  settingsFailed: { title: 'Not loaded', text: "We couldn't load your notice settings." },
} as const;

/** The version is stored with each answer: a change of the text needs a new version. */
export const marketingConsent = {
  version: '2026-11-25',
  text: 'Yes, mail me news and offers: new courses, coins and prices. I can take it back here, or in any such mail.',
} as const;

export const consentEnded = {
  link: 'You unsubscribed with the link in a mail.',
  bounce: "An email to your address bounced, so we've stopped sending.",
  complaint: 'Your mail provider reported that you marked one of our mails as spam, so we stopped.',
} as const;

export const stopMailsMessages = {
  done: 'No more mails of this kind: {name}. You still see them on your notices page.',
  noLink: 'Please open this page with the link in one of our mails.',
} as const;

export const deliveryProblems = {
  bounce: 'A mail to your address bounced on {day}. Please check that your mailbox accepts mails.',
  complaint:
    'Your mail provider reported on {day} that you marked one of our mails as spam. We stopped sending you marketing.',
} as const;
