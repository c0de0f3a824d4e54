import { defineErrors } from '../../../kernel/refusal.ts';
import { platformMessages } from '../../../platform/messages.ts';
import { approvalsMessages } from '../../approvals/messages.ts';
import { paymentsMessages } from '../../payments/messages.ts';
import { learningMessages } from '../messages.ts';

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
    text: 'The price of this course has changed. Please check the new price. Nothing was charged.',
  },
  'enrollment.no_plan': {
    title: 'Could not enrol',
    text: "You don't have an active plan. Every plan includes all courses.",
  },
} as const;

export const enrollmentDeskMessages = {
  'enrollment.unknown_customer': {
    status: 404,
    title: 'Customer not found',
    text: 'This customer does not exist or has closed their account.',
  },
  'enrollment.they_have_it': {
    status: 409,
    title: 'Already enrolled',
    text: 'The customer is already enrolled in this course. Please reload the page.',
  },
  'enrollment.customer_stopped': {
    status: 409,
    title: "Can't change courses",
    text: "This account is on hold. You can't add or extend a course. Current courses stay open.",
  },
  'enrollment.no_such_day': {
    title: 'Choose another day',
    text: 'Choose a last day between today and five years from now.',
  },
  'enrollment.not_later': {
    status: 409,
    title: 'Not extended',
    text: "Choose a day after the current last day. You can't extend a course that has no end or was revoked.",
  },
  'enrollment.not_given': {
    status: 409,
    title: 'Nothing to revoke',
    text: "Staff didn't grant this course, or it was already revoked.",
  },
  'enrollment.was_bought': {
    status: 409,
    title: 'Bought by the customer',
    text: 'The customer bought this course. Access only ends when finance refunds the payment, under Payments.',
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
