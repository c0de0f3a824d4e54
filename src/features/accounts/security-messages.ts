export const wrongAnswer = { status: 422, denies: true } as const;

/** [000 §8 Profile, §5 Change password, Delete account] */
export const securityMessages = {
  'accounts.second_step_over': {
    title: 'Sign In Error',
    text: 'This took too long. Please sign in with your email and password again.',
  },
  'accounts.factor_wrong': {
    ...wrongAnswer,
    field: 'code',
    text: "This code isn't right, or was already used. Wait for the next one and try again.",
  },
  'accounts.too_many_codes': {
    status: 429,
    title: 'Too many attempts',
    text: 'Too many wrong answers. Please wait 15 minutes.',
  },
  'accounts.passkey_refused': {
    ...wrongAnswer,
    title: 'Passkey not accepted',
    text: "We couldn't accept this passkey. Try again, or use your password.",
  },
  'accounts.too_many_passkeys': {
    status: 409,
    title: 'Passkey limit reached',
    text: 'You can have up to {most} passkeys. Remove one you no longer use, then add this one.',
  },
  'accounts.password_wrong': { ...wrongAnswer, field: 'password', text: "This password isn't right." },
  'accounts.app_in_use': {
    status: 409,
    title: 'Authenticator app already on',
    text: 'You already have an authenticator app. Turn it off before you set up another.',
  },
  'accounts.staff_need_factor': {
    status: 409,
    title: 'Add another step first',
    text: 'Your role needs a second sign-in step. Add another one first, such as a passkey.',
  },
  'accounts.no_factor': {
    status: 409,
    title: 'No second sign-in step',
    text: "You don't have a second sign-in step. Reload the page to see your current settings.",
  },
  'accounts.not_there': {
    status: 404,
    title: 'Not found',
    text: 'It may have been removed already. Reload the page to see your current settings.',
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
    title: "You can't delete your account yet",
    text:
      "{reference} isn't finished yet: money or crypto is on its way, or your workshop hasn't taken place. " +
      'You can delete your account after that.',
  },
  'accounts.alarm_invalid': {
    ...wrongAnswer,
    title: 'Link no longer valid',
    text: 'This link was already used or has expired. If someone else is in your account, choose a new password.',
  },
} as const;

export const unfreezeMessages = {
  'accounts.not_frozen': { status: 409, text: "This account isn't frozen." },
  'accounts.reason_unknown': { text: 'Choose one of the listed reasons.' },
} as const;

/** Success texts and documented failures [000 §8 Profile, Success toasts]. */
export const securityNotices = {
  passwordChanged: { title: 'Password Updated', text: 'Your other devices are signed out.' },
  passwordFailed: { title: 'Error', text: 'Failed to change password. Please try again.' },
  closingFailed: { title: 'Error', text: 'Failed to delete account. Please try again.' },
  closed: { title: 'Account deleted', text: 'Your account is closed and you are signed out.' },
  appOn: { title: 'Authenticator app on', text: "We'll ask for a code when you sign in." },
  appOff: { title: 'Authenticator app off', text: "We won't ask for its codes any more." },
  passkeyAdded: { title: 'Passkey added', text: 'You can now sign in with it.' },
  passkeyNamed: { title: 'Passkey renamed' },
  passkeyRemoved: { title: 'Passkey removed', text: 'It can no longer sign in to your account.' },
  sessionEnded: { title: 'Session ended', text: 'That device is signed out.' },
  othersEnded: { title: 'Sessions ended', text: 'All your other devices are signed out.' },
  allEnded: 'Every device is signed out and payouts are stopped. Your old password no longer works.',
  frozen:
    "Payouts have been stopped since {moment}, because you reported a sign-in. Check your devices and passkeys below. We'll email you when payouts are back on.",
  factorNeeded:
    'Your role needs a second sign-in step. Set up an authenticator app or a passkey here to open the back office.',
  exported: { title: 'Your data', text: 'Your browser has downloaded the file.' },
} as const;

/** Refusals of the sign-in by the staff's provider. The server renders them, so no page loads these texts. */
export const providerMessages = {
  'accounts.provider_refused': {
    ...wrongAnswer,
    title: 'Sign In Error',
    text: 'This way of signing in is for our team. Please sign in with your email and password.',
  },
  'accounts.provider_expired': {
    title: 'Sign In Error',
    text: 'This sign-in took too long or was already used. Please start again.',
  },
} as const;

export const providerPage = { back: 'Back to sign in' } as const;
