import { takes } from '../../kernel/params.ts';

const none = takes({});

/** What defending an account can say no with. */
export const securityMessages = {
  'accounts.confirm_needed': {
    status: 403,
    title: 'Confirm it is you',
    text: 'Please confirm that it is you, then do this again. Nothing was changed.',
    params: none,
  },
  'accounts.second_step_over': {
    status: 422,
    title: 'Sign In Error',
    text: 'This took too long. Please sign in with your email and password again.',
    params: none,
  },
  'accounts.factor_wrong': {
    status: 422,
    field: 'code',
    text: 'This code is not right, or was used already. Wait for the next one and try again.',
    params: none,
  },
  'accounts.too_many_codes': {
    status: 429,
    title: 'Too many tries',
    text: 'Too many wrong answers. Please wait 15 minutes.',
    params: none,
  },
  'accounts.passkey_refused': {
    status: 422,
    title: 'Passkey not accepted',
    text: 'We could not accept this passkey. Try again, or use your password.',
    params: none,
  },
  'accounts.too_many_passkeys': {
    status: 409,
    title: 'Enough passkeys',
    text: 'An account holds at most {most} passkeys. Remove one that you no longer use, then add this one.',
    params: takes({ most: 'number' }),
  },
  'accounts.password_wrong': { status: 422, field: 'password', text: 'This password is not right.', params: none },
  'accounts.app_in_use': {
    status: 409,
    title: 'Already on',
    text: 'An authenticator app is set up already. Turn it off before you set up another.',
    params: none,
  },
  'accounts.no_factor': {
    status: 409,
    title: 'Not on',
    text: 'There is no second step to change. Reload the page to see how things stand.',
    params: none,
  },
  'accounts.not_there': {
    status: 404,
    title: 'Not there any more',
    text: 'It is not there any more. Reload the page to see how things stand.',
    params: none,
  },
  'accounts.email_mismatch': {
    status: 422,
    title: 'Email mismatch',
    text: 'The email address must match your current account email.',
    params: none,
  },
  'accounts.current_password_wrong': {
    status: 422,
    title: 'Authentication failed',
    text: 'Current password is incorrect. Please try again.',
    params: none,
  },
  'accounts.common_new_password': {
    status: 422,
    field: 'newPassword',
    text: 'This password is on the lists that attackers try first. Please choose another.',
    params: none,
  },
  'accounts.closing_refused': { status: 422, title: 'Error', text: 'Incorrect email or password', params: none },
  'accounts.money_under_way': {
    status: 409,
    title: 'Not yet',
    text: 'Money or coins of order {reference} are still on their way. You can delete your account once it is settled.',
    params: takes({ reference: 'text' }),
  },
  'accounts.alarm_spoilt': {
    status: 422,
    title: 'Link no longer valid',
    text: 'This link was used already or is too old. If somebody else is in your account, choose a new password.',
    params: none,
  },
  'accounts.not_frozen': { status: 409, title: 'Error', text: 'This account is not frozen.', params: none },
  'accounts.reason_unknown': { status: 422, title: 'Error', text: 'Choose one of the listed reasons.', params: none },
} as const;

/** What the screens of account security say when something went well, and the documented words when it did not. */
export const securityNotices = {
  passwordChanged: { title: 'Password Updated', text: 'Your other sessions have ended.' },
  passwordFailed: { title: 'Error', text: 'Failed to change password. Please try again.' },
  closingFailed: { title: 'Error', text: 'Failed to delete account. Please try again.' },
  closed: { title: 'Account deleted', text: 'Your account is closed and you are signed out.' },
  appOn: { title: 'Authenticator app on', text: 'From now on we ask for a code when you sign in.' },
  appOff: { title: 'Authenticator app off', text: 'We no longer ask for its codes.' },
  passkeyAdded: { title: 'Passkey added', text: 'You can sign in with it from now on.' },
  passkeyNamed: { title: 'Passkey renamed', text: '' },
  passkeyRemoved: { title: 'Passkey removed', text: 'It opens your account no longer.' },
  sessionEnded: { title: 'Session ended', text: 'That device is signed out.' },
  othersEnded: { title: 'Sessions ended', text: 'All your other devices are signed out.' },
  exported: { title: 'Your data', text: 'The file has been saved by your browser.' },
} as const;
