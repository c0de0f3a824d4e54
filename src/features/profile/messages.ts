import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { accountsMessages } from '../accounts/messages.ts';

export const accountPagesMessages = {
  'account_pages.identity_locked': {
    status: 409,
    text: "Your identity check uses this name, date of birth and country, so you can't change them here. Contact us if something is wrong or you've moved.",
  },
  'account_pages.staff_name': {
    status: 409,
    text: "Staff names can't be changed, because our records use them to show who did what.",
  },
  'account_pages.too_many_names': {
    status: 429,
    text: "You've changed your name, date of birth or country several times today. Please try again tomorrow.",
  },
  'account_pages.phone_invalid': { field: 'phoneNumber', text: 'Please enter a valid phone number' },
} as const;

/** Notices of the profile form, such as 'Failed to update profile.' [000 §8 Profile]. */
export const accountPagesNotices = {
  updateFailed: { title: 'Error', text: 'Failed to update profile. Please try again.' },
  updated: { title: 'Profile updated', text: "We've saved your personal information." },
} as const;

export const passkeyOffer = {
  title: 'Sign in without your password',
  text: 'Add a passkey to sign in with your fingerprint, face or PIN. It works only on this site.',
  add: 'Add a passkey',
  refuse: 'Not now',
} as const;

export const installOffer = {
  title: 'Open Cryptocommerce with one tap',
  text: 'Add it to your home screen. It works like an app and takes up almost no space.',
  add: 'Add to your home screen',
  refuse: 'Not now',
} as const;

export const identityLocks = {
  pending:
    "We're reviewing your identity check. Until we finish, you can't change your name, date of birth or country.",
  approved:
    "Your name and date of birth are verified, so you can't change them or your country here. Contact us if something is wrong or you've moved.",
} as const;

export const { refuse, refusalCodes } = defineErrors(accountPagesMessages, accountsMessages, platformMessages);
