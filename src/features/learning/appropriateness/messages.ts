import { defineErrors } from '../../../kernel/refusal.ts';
import { platformMessages } from '../../../platform/messages.ts';
import { approvalsMessages } from '../../approvals/messages.ts';

export const appropriatenessMessages = {
  'appropriateness.try_over': {
    status: 409,
    title: 'Already answered',
    text: 'You already answered these questions, or the lesson changed. You can start again at any time.',
  },
  'appropriateness.too_many_tries': {
    status: 429,
    title: 'Try again tomorrow',
    text: "You've tried many times today. Read the lesson again and come back tomorrow.",
  },
} as const;

export const appropriatenessDeskMessages = {
  'appropriateness.has_it': {
    status: 409,
    title: 'Nothing to do',
    text: 'This customer already passed the lesson or has a waiver.',
  },
  'appropriateness.too_many_waivers': {
    status: 429,
    title: 'Daily limit reached',
    text: "You've waived the lesson for {most} customers today. Please try again tomorrow.",
  },
  'appropriateness.unknown_customer': {
    status: 404,
    title: 'Customer not found',
    text: "We couldn't find this customer.",
  },
} as const;

export const { refuse, refusalCodes } = defineErrors(
  appropriatenessMessages,
  appropriatenessDeskMessages,
  approvalsMessages,
  platformMessages,
);
