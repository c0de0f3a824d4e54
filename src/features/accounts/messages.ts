import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { rolesMessages } from '../staff/roles/messages.ts';
import { providerMessages, securityMessages, unfreezeMessages, wrongAnswer } from './security-messages.ts';

export const formRefusals = {
  'accounts.not_verified': { title: 'Sign In Error', text: 'Please check your email to verify your account' },
  'accounts.reset_link_invalid': {
    ...wrongAnswer,
    title: 'Update Password Error',
    text: 'This link is no longer valid. Request a new link, then use the one in the newest email.',
  },
} as const;

/** Titles as in [000 §8 Destructive toasts]; minimum age by decision C8. */
export const accountsMessages = {
  'accounts.wrong_password': { ...wrongAnswer, title: 'Sign In Error', text: 'Incorrect email or password' },
  'accounts.too_many_tries': {
    status: 429,
    title: 'Sign In Error',
    text: 'Too many attempts. Please wait 15 minutes, or choose a new password.',
  },
  'accounts.too_many_sign_ups': {
    status: 429,
    title: 'Sign Up Error',
    text: 'Too many new accounts from this connection. Please try again in an hour.',
  },
  'accounts.too_many_mails': {
    status: 429,
    title: 'Resend Error',
    text: "We've sent several emails to this address today. Please use the newest one, or try again later.",
  },
  'accounts.too_many_resets': {
    status: 429,
    title: 'Reset Password Error',
    text: "We've sent several emails to this address today. Please use the newest one, or try again later.",
  },
  'accounts.profile_complete': {
    status: 409,
    text: 'Your profile is already complete. You can change it on your profile page.',
  },
  'accounts.too_young': { field: 'dateOfBirth', text: 'You must be at least 18 years old' },
  'accounts.common_password': {
    field: 'password',
    text: 'This is a common password that attackers try first. Please choose another.',
  },
  'accounts.link_invalid': {
    ...wrongAnswer,
    title: 'Sign Up Error',
    text: 'This link was already used or has expired.',
  },
  'accounts.sign_up_password_wrong': {
    ...wrongAnswer,
    field: 'password',
    text: "This isn't the password you chose when you signed up. Try again, or choose a new one.",
  },
} as const;

/** Success texts [000 §8 Success toasts, §4 Auth state] and 'Validation Error' [000 §5 Others]. */
export const accountsNotices = {
  signedUp: { title: 'Check your email', text: 'Please check your email to verify your account' },
  resent: { title: 'Email sent', text: 'Verification email has been resent.' },
  verificationSent: { title: 'Verification Email Sent', text: 'Check your inbox and your spam folder.' },
  verified: { title: 'Email Verified!', text: 'You can now sign in.' },
  verifiedHere: { title: 'Email Verified!', text: "You're signed in." },
  choosePassword: { title: 'Email Verified!', text: 'Now choose your password.' },
  profileComplete: { title: 'Profile saved', text: 'Next, confirm who you are.' },
  welcome: { title: 'Welcome!', text: "You're signed in." },
  resetSent: { title: 'Reset Link Sent', text: 'Check your inbox and your spam folder.' },
  passwordResetSent: { title: 'Password Reset Email Sent', text: 'Use its link within one hour.' },
  passwordUpdated: { title: 'Password Updated', text: 'You can now sign in with your new password.' },
  noPasskey: {
    title: 'No passkey used',
    text: "Your browser didn't offer a passkey. Try again, or sign in without one.",
  },
  formInvalid: { title: 'Validation Error', text: 'Please fix the errors in the form before submitting.' },
} as const;

/** Banners above the forms [000 §2 Auth]. */
export const accountsBanners = {
  verified: 'Email verified successfully! You can now sign in to your account.',
  created:
    'Account created successfully! Please check your email and click the verification link to activate your account.',
  invalid:
    "This link was already used or has expired. Sign in below. If your email isn't verified yet, we'll offer you a new link. Forgot your password? Choosing a new one also verifies your email.",
} as const;

export const { refuse, refusalCodes } = defineErrors(
  accountsMessages,
  formRefusals,
  securityMessages,
  unfreezeMessages,
  providerMessages,
  rolesMessages,
  platformMessages,
);

/** Every tab shows this text, so that the layout doesn't shift. */
const neverAsked = "We never ask for your password by phone, email or chat. Anyone who does isn't us.";

export const authHeads = {
  signin: { title: 'Sign in', text: neverAsked },
  signup: { title: 'Create your account', text: neverAsked },
  'forgot-password': { title: 'Forgot your password?', text: neverAsked },
} as const;
