import type { NoticeKind } from './kinds.ts';

export const kindLabels: Readonly<Record<NoticeKind, { readonly title: string; readonly text: string }>> = {
  security: {
    title: 'Your account',
    text: 'New devices, passwords, passkeys and codes. Always on, to protect your account.',
  },
  order: {
    title: 'Your orders',
    text: "Payments, payouts, refunds, cancellations, and what we need from you. Always on, as it's about your money.",
  },
  payment: { title: 'Your payments', text: "Your payments and refunds. Always on, as it's about your money." },
  identity: {
    title: 'Identity checks',
    text: 'When we receive your documents, the result of each check, and what we need from you.',
  },
  plan: { title: 'Your plan', text: 'When your plan ends.' },
  workshop: { title: 'Workshops', text: 'Your seats, time changes, and a reminder the day before.' },
  course: { title: 'Courses', text: 'When we give you access to a course.' },
  project: { title: 'Final projects', text: 'Your results.' },
  certificate: { title: 'Certificates', text: 'When you earn one.' },
  launch: { title: 'Coin launches', text: 'Questions about your project, and our decisions.' },
  scam_report: { title: 'Scam reports', text: 'What we found out about your reports.' },
  help: { title: 'Help', text: 'Our answers to your questions and complaints.' },
  price_alert: { title: 'Price alerts', text: 'When a coin reaches a price or moves as much as you asked for.' },
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
  version: '2026-11-29',
  text: 'Yes, email me news and offers about courses, coins and prices. I can unsubscribe here or in any such email.',
} as const;

export const consentEnded = {
  link: 'You unsubscribed with the link in an email.',
  bounce: "An email to your address bounced, so we've stopped sending.",
  complaint: "Your email provider reported that you marked one of our emails as spam, so we've stopped sending.",
} as const;

export const stopMailsMessages = {
  done: "You've unsubscribed from these emails: {name}. You'll still see these updates on your notices page.",
  noLink: 'Please open this page with the link in one of our emails.',
} as const;

export const deliveryProblems = {
  bounce: 'An email to you bounced on {day}. Please check that your mailbox accepts emails.',
  complaint:
    "Your email provider reported on {day} that you marked one of our emails as spam. We've stopped marketing emails.",
} as const;
