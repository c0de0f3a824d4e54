import type { AboutKind, Category, HelpState, Outcome } from './conversation.ts';

export const categoryLabels: Readonly<Record<Category, string>> = {
  not_arrived: "Money or crypto hasn't arrived",
  wrong_amount: 'Wrong amount or price',
  refund: 'Refund',
  verification: 'Identity check (KYC)',
  account: 'Sign-in and security',
  plan_or_course: 'Plan, course or workshop',
  website: 'Problem with the website',
  other: 'Something else',
};

export const aboutLabels: Readonly<Record<AboutKind, string>> = {
  order: 'Order {name}',
  payment: 'Payment {name}',
  identity: 'Identity check, tier {name}',
};

export const stateLabels: Readonly<Record<HelpState, { readonly title: string; readonly text: string }>> = {
  open: { title: 'With us', text: 'We usually answer within two business days. We also email you the answer.' },
  answered: { title: 'Answered', text: "If this didn't solve it, just write again." },
  closed: { title: 'Closed', text: 'You can write again at any time.' },
};

export const outcomeLabels: Readonly<Record<Outcome, { readonly title: string; readonly text: string }>> = {
  upheld: { title: 'Upheld', text: 'We agree with your complaint.' },
  partly_upheld: { title: 'Partly upheld', text: 'We agree with part of your complaint.' },
  not_upheld: { title: 'Not upheld', text: "We don't agree with your complaint." },
};

export const helpToasts = {
  sent: { title: 'Sent', text: "We'll answer here and by email." },
  complained: { title: 'Complaint received', text: 'The dates of our answer are on this page.' },
  fileLink: { title: "We couldn't open this file", text: 'Please try again in a moment.' },
  reviewRequested: { title: 'Review requested', text: 'A different person reviews your complaint.' },
} as const;

/** Why a file cannot be opened. */
export const fileNotes = { being_checked: '(virus scan in progress)', refused: '(blocked by our virus scan)' } as const;

export const complaintNotes = {
  promise:
    "Within two business days we'll confirm we have your complaint. Within fifteen you'll get our decision and the reasons.",
  received: 'Complaint received {date}.',
  acknowledgeBy: "By {date} we'll let you know who handles it.",
  acknowledged: 'Confirmed {date}.',
  decideBy: "By {date} you'll get our decision and the reasons.",
  reviewBy: "A different person is reviewing the decision. You'll have our final position by {date}.",
  reviewOffer: 'If you disagree, a different person reviews the decision.',
  late: "We're late with this, and we're sorry. Your complaint stays at the top of our list.",
  next: 'If you still disagree, you can take the complaint to the regulator or to the courts of Jamaica.',
} as const;

export const letterTexts = {
  decision: 'Decision on your complaint',
  final: 'Final position on your complaint',
  reference: 'Complaint {reference} of {date}',
  about: 'About: {about}',
  complaint: 'Your complaint',
  first: 'Our decision of {date}',
  review: 'Our final position of {date}',
  requested: 'You asked for a review on {date}. A different person reviewed the first decision.',
  nextTitle: 'What you can do now',
  reviewOffer: 'You can ask for a review on the page of your complaint. A different person then reviews our decision.',
} as const;
