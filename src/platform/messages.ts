import { mfaRequiredMessage } from '../kernel/permissions.ts';
import { defineErrors } from '../kernel/refusal.ts';

/** Refusals of any command [001 §5 Subscription and workshop, §8 Trading] (decision A10). */
export const platformMessages = {
  'general.fault': {
    status: 500,
    text: 'Something went wrong on our side. Nothing you entered was lost. If it happens again, tell us this reference: {reference}',
  },
  'general.unavailable': {
    status: 503,
    text: "We can't reach our records right now. Please try again in a minute. You won't be charged twice. Reference: {reference}",
  },
  'general.invalid_input': {
    status: 400,
    title: 'Validation Error',
    text: 'Please fix the errors in the form before submitting.',
  },
  'general.foreign_origin': {
    status: 403,
    text: "This request didn't come from our website. Please reload the page and try again.",
  },
  'general.busy': {
    status: 429,
    title: 'Please wait a moment',
    text: "We're busy right now. Please try again in a moment.",
  },
  /** For our own limits: the request is valid, and nothing was stored. */
  'general.overloaded': {
    status: 503,
    title: 'Please wait a moment',
    text: "We're busy right now. Please try again in a moment. You won’t be charged twice.",
  },
  'general.key_reused': {
    status: 409,
    text: 'This request was already sent with other details. Please reload the page and try again.',
  },
  'accounts.sign_in_required': { status: 401, text: 'Your session has expired. Please log in again.' },
  'accounts.profile_incomplete': {
    status: 409,
    title: 'Complete your profile',
    text: 'Please complete your profile first. It takes about a minute.',
  },
  'accounts.confirm_needed': {
    status: 403,
    title: 'Confirm it is you',
    text: "Please confirm it's you, then try again. Nothing was changed.",
    denies: false,
  },
  'staff.not_allowed': { status: 403, text: "Your role doesn't give you access to this." },
  'staff.factor_needed': {
    status: 403,
    title: 'Set up a second sign-in step',
    text: mfaRequiredMessage,
  },
  'approvals.own_matter': { status: 403, text: 'This concerns your own account, so a colleague has to handle it.' },
} as const;

export const { refuse, refusal, refusalCodes } = defineErrors(platformMessages);
