/** A wrong answer to what proves who is there: told like any mistake in a form, and noted. */
export const wrongAnswer = { status: 422, denies: true } as const;

/**
 * What defending an account can say no with, such as 'Email mismatch' and 'Authentication failed' [000 §8 Profile, §5
 * Change password, Delete account].
 */
export const securityMessages = {
  'accounts.second_step_over': {
    title: 'Sign In Error',
    text: 'This took too long. Please sign in with your email and password again.',
  },
  'accounts.factor_wrong': {
    ...wrongAnswer,
    field: 'code',
    text: 'This code is not right, or was used already. Wait for the next one and try again.',
  },
  'accounts.too_many_codes': {
    status: 429,
    title: 'Too many tries',
    text: 'Too many wrong answers. Please wait 15 minutes.',
  },
  'accounts.passkey_refused': {
    ...wrongAnswer,
    title: 'Passkey not accepted',
    text: 'We could not accept this passkey. Try again, or use your password.',
  },
  'accounts.too_many_passkeys': {
    status: 409,
    title: 'Enough passkeys',
    text: 'An account holds at most {most} passkeys. Remove one that you no longer use, then add this one.',
  },
  'accounts.password_wrong': { ...wrongAnswer, field: 'password', text: 'This password is not right.' },
  'accounts.app_in_use': {
    status: 409,
    title: 'Already on',
    text: 'An authenticator app is set up already. Turn it off before you set up another.',
  },
  'accounts.no_factor': {
    status: 409,
    title: 'Not on',
    text: 'There is no second step to change. Reload the page to see how things stand.',
  },
  'accounts.not_there': {
    status: 404,
    title: 'Not there any more',
    text: 'It is not there any more. Reload the page to see how things stand.',
  },
  'accounts.email_mismatch': {
    title: 'Email mismatch',
    text: 'The email address must match your current account email.',
  },
  'accounts.current_password_wrong': {
    ...wrongAnswer,
    title: 'Authentication failed',
    text: 'Current password is incorrect. Please try again.',
  },
  'accounts.common_new_password': {
    field: 'newPassword',
    text: 'This password is on the lists that attackers try first. Please choose another.',
  },
  'accounts.closing_refused': { ...wrongAnswer, title: 'Error', text: 'Incorrect email or password' },
  'accounts.money_under_way': {
    status: 409,
    title: 'Not yet',
    text:
      '{reference} is not settled yet: money or coins are on their way, or a place you paid for is still to come. ' +
      'You can delete your account once it is.',
  },
  'accounts.alarm_invalid': {
    ...wrongAnswer,
    title: 'Link no longer valid',
    text: 'This link was used already or is too old. If somebody else is in your account, choose a new password.',
  },
} as const;

/** Why staff could not lift a freeze. */
export const unfreezeMessages = {
  'accounts.not_frozen': { status: 409, text: 'This account is not frozen.' },
  'accounts.reason_unknown': { text: 'Choose one of the listed reasons.' },
} as const;

/**
 * What the screens of account security say when something went well, and the documented words when it did not [000 §8
 * Profile, Success toasts].
 */
export const securityNotices = {
  passwordChanged: { title: 'Password Updated', text: 'Your other sessions have ended.' },
  passwordFailed: { title: 'Error', text: 'Failed to change password. Please try again.' },
  closingFailed: { title: 'Error', text: 'Failed to delete account. Please try again.' },
  closed: { title: 'Account deleted', text: 'Your account is closed and you are signed out.' },
  appOn: { title: 'Authenticator app on', text: 'From now on we ask for a code when you sign in.' },
  appOff: { title: 'Authenticator app off', text: 'We no longer ask for its codes.' },
  passkeyAdded: { title: 'Passkey added', text: 'You can sign in with it from now on.' },
  passkeyNamed: { title: 'Passkey renamed' },
  passkeyRemoved: { title: 'Passkey removed', text: 'It opens your account no longer.' },
  sessionEnded: { title: 'Session ended', text: 'That device is signed out.' },
  othersEnded: { title: 'Sessions ended', text: 'All your other devices are signed out.' },
  allEnded:
    'Every session of your account has ended and nothing is paid out from it. Your old password opens it no longer.',
  frozen:
    'Since {moment} nothing is paid out from this account, because a sign-in was reported as not yours. Look through your sessions and passkeys below. We write to you before pay-outs go on.',
  factorNeeded:
    'Your role needs a second sign-in step. Set up an authenticator app or a passkey here; until then the desk stays closed.',
  exported: { title: 'Your data', text: 'The file has been saved by your browser.' },
} as const;
