import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';
import { learningMessages } from '../learning/messages.ts';
import { paymentsMessages } from '../payments/messages.ts';

export const enrollmentMessages = {
  'enrollment.has_it': {
    status: 409,
    title: 'Could not enrol',
    text: "You're already taking this course. Nothing was charged.",
  },
  'enrollment.pending_already': {
    status: 409,
    title: 'Could not enrol',
    text: 'A payment for this course is already in progress. Finish or cancel it first, so you never pay twice.',
  },
  'enrollment.free': { title: 'Could not enrol', text: "This course is free. You don't need to pay for it." },
  'enrollment.price_changed': {
    status: 409,
    title: 'Could not enrol',
    text: 'The price of this course has changed. You see the new price now. Nothing was charged.',
  },
  'enrollment.no_plan': {
    title: 'Could not enrol',
    text: "You don't have an active plan. With a plan, every course is included.",
  },
} as const;

export const enrollmentDeskMessages = {
  'enrollment.unknown_customer': {
    status: 404,
    title: 'No such customer',
    text: 'This customer does not exist or has closed their account.',
  },
  'enrollment.they_have_it': {
    status: 409,
    title: 'Already enrolled',
    text: 'The customer is already enrolled in this course. Please reload the page.',
  },
  'enrollment.customer_stopped': {
    status: 409,
    title: 'Not now',
    text: 'This account is on hold. Current courses stay as they are, and no course can be added or extended.',
  },
  'enrollment.no_such_day': {
    title: 'Choose another day',
    text: 'Choose a last day from today on, within five years.',
  },
  'enrollment.not_later': {
    status: 409,
    title: 'Not extended',
    text: 'Choose a day after the current last day. A course without an end, or one taken back, cannot be extended.',
  },
  'enrollment.not_given': {
    status: 409,
    title: 'Nothing to take back',
    text: 'Staff did not give this course, or it was taken back before.',
  },
  'enrollment.was_bought': {
    status: 409,
    title: 'Bought by the customer',
    text: 'A bought course stays with the customer. It ends only when finance refunds it, under Payments.',
  },
} as const;

export const { refuse, refusalCodes } = defineErrors(
  enrollmentMessages,
  enrollmentDeskMessages,
  approvalsMessages,
  learningMessages,
  paymentsMessages,
  platformMessages,
);
