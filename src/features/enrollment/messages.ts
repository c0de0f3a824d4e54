import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';
import { learningMessages } from '../learning/messages.ts';
import { paymentsMessages } from '../payments/messages.ts';

/** Why nobody can take a course in this way now. */
export const enrollmentMessages = {
  'enrollment.has_it': {
    status: 409,
    title: 'Could not enrol',
    text: 'You take this course already. Nothing was charged.',
  },
  'enrollment.pending_already': {
    status: 409,
    title: 'Could not enrol',
    text: 'A payment for this course is under way already. Finish or cancel it first: you never pay twice.',
  },
  'enrollment.free': { title: 'Could not enrol', text: 'This course is free. You need not pay for it.' },
  'enrollment.price_changed': {
    status: 409,
    title: 'Could not enrol',
    text: 'The price of this course has changed. You see the new one now; nothing was charged.',
  },
  'enrollment.no_plan': {
    title: 'Could not enrol',
    text: 'No plan of yours runs now. With a plan every course is included.',
  },
} as const;

/** Why staff cannot do this with a course of a customer now. */
export const enrollmentDeskMessages = {
  'enrollment.unknown_customer': {
    status: 404,
    title: 'No such customer',
    text: 'There is no such customer, or they closed their account.',
  },
  'enrollment.they_have_it': {
    status: 409,
    title: 'They take it already',
    text: 'The customer takes this course already. Look at the page again.',
  },
  'enrollment.customer_stopped': {
    status: 409,
    title: 'Not now',
    text: 'Nothing of this customer moves at the moment. What they take stays as it is, and nothing is added to it.',
  },
  'enrollment.no_such_day': {
    title: 'Choose another day',
    text: 'The last day is today or later, and within five years.',
  },
  'enrollment.not_later': {
    status: 409,
    title: 'Nothing to move',
    text: 'Choose a day after the one that stands. What has no end, or was taken back, has no day to move.',
  },
  'enrollment.not_given': {
    status: 409,
    title: 'Nothing to take back',
    text: 'Staff do not give this course now: the customer came to it by themselves, or it was taken back before.',
  },
  'enrollment.was_bought': {
    status: 409,
    title: 'They bought it',
    text: 'What was bought stays theirs. It ends only when finance gives the money back, under Payments.',
  },
} as const;

export const { refuse, mayRefuse } = catalogue(
  enrollmentMessages,
  enrollmentDeskMessages,
  approvalsMessages,
  learningMessages,
  paymentsMessages,
  platformMessages,
);
