import { factorNeeded } from '../kernel/factor-needed.ts';
import { catalogue } from '../kernel/refusal.ts';

/**
 * What can go wrong anywhere, such as a session that has expired [001 §5 Subscription and workshop, §8 Trading]: not
 * the fault of what somebody typed, in our own words (decision A10).
 */
export const platformMessages = {
  'general.fault': {
    status: 500,
    text: 'Something went wrong on our side. Nothing you entered was lost. If it happens again, tell us this reference: {reference}',
  },
  'general.unavailable': {
    status: 503,
    text: 'We cannot reach our records at the moment. Please try again in a minute: nothing is done twice. Reference: {reference}',
  },
  'general.invalid_input': {
    status: 400,
    title: 'Validation Error',
    text: 'Please fix the errors in the form before submitting.',
  },
  'general.foreign_origin': { status: 403, text: 'This request did not come from our own pages.' },
  'general.busy': {
    status: 429,
    title: 'Please wait a moment',
    text: 'Too much is asked of us at once. Please try again in a minute.',
  },
  'general.key_reused': {
    status: 409,
    text: 'This request was already sent with other details. Please reload the page and try again.',
  },
  'accounts.sign_in_required': { status: 401, text: 'Your session has expired. Please log in again.' },
  'accounts.confirm_needed': {
    status: 403,
    title: 'Confirm it is you',
    text: 'Please confirm that it is you, then do this again. Nothing was changed.',
    // Asked of everybody now and then, and answered by them.
    denies: false,
  },
  'staff.not_allowed': { status: 403, text: 'Your role does not include this.' },
  'staff.factor_needed': {
    status: 403,
    title: 'Second step needed',
    text: factorNeeded,
  },
  'approvals.own_matter': { status: 403, text: 'This is your own matter. Somebody else has to handle it.' },
} as const;

export const { refuse, refusal, mayRefuse } = catalogue(platformMessages);
