import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { accountsMessages } from '../accounts/messages.ts';

/** What this feature can say no with. */
export const accountPagesMessages = {
  'account_pages.identity_locked': {
    status: 409,
    text: 'Your identity check rests on this name, date of birth and country, so they cannot be changed here. Contact us if one of them is wrong, or if you moved.',
  },
  'account_pages.staff_name': {
    status: 409,
    text: 'Your name cannot be changed once you held a role: colleagues know by it who did what.',
  },
  'account_pages.too_many_names': {
    status: 429,
    text: 'You have changed your name, date of birth or country several times today. Please try again tomorrow.',
  },
  'account_pages.phone_invalid': { field: 'phoneNumber', text: 'Please enter a valid phone number' },
} as const;

/** What the screens say otherwise, such as 'Failed to update profile.' [000 §8 Profile]. */
export const accountPagesNotices = {
  updateFailed: { title: 'Error', text: 'Failed to update profile. Please try again.' },
  updated: { title: 'Profile updated', text: 'Your personal information was saved.' },
} as const;

/** Why name, date of birth and country cannot be changed. */
export const identityLocks = {
  pending: 'We review your identity check. Until then your name, date of birth and country stay as you gave them.',
  approved:
    'Your name and date of birth are verified, so they and your country stay as they are. Contact us if one of them is wrong, or if you moved.',
} as const;

export const { refuse, mayRefuse } = catalogue(accountPagesMessages, accountsMessages, platformMessages);
