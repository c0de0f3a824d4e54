import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { rolesMessages } from '../roles/messages.ts';
import { securityMessages, unfreezeMessages, wrongAnswer } from './security-messages.ts';

/**
 * What this feature can say no with, headed 'Sign In Error', 'Sign Up Error' and the like [000 §8 Destructive toasts],
 * and that somebody is too young (decision C8).
 */
export const accountsMessages = {
  'accounts.wrong_password': { ...wrongAnswer, title: 'Sign In Error', text: 'Incorrect email or password' },
  'accounts.not_verified': { title: 'Sign In Error', text: 'Please check your email to verify your account' },
  'accounts.too_many_tries': {
    status: 429,
    title: 'Sign In Error',
    text: 'Too many tries. Please wait 15 minutes, or choose a new password.',
  },
  'accounts.too_many_sign_ups': {
    status: 429,
    title: 'Sign Up Error',
    text: 'Too many new accounts from this connection. Please try again in an hour.',
  },
  'accounts.too_many_mails': {
    status: 429,
    title: 'Resend Error',
    text: 'We have sent several emails to this address today. Please use the newest one, or ask again later.',
  },
  'accounts.too_many_resets': {
    status: 429,
    title: 'Reset Password Error',
    text: 'We have sent several emails to this address today. Please use the newest one, or ask again later.',
  },
  'accounts.too_young': { field: 'dateOfBirth', text: 'You must be at least 18 years old' },
  'accounts.common_password': {
    field: 'password',
    text: 'This password is on the lists that attackers try first. Please choose another.',
  },
  'accounts.link_invalid': {
    ...wrongAnswer,
    title: 'Sign Up Error',
    text: 'This link is no longer valid. Ask for a new verification email and use the newest link.',
  },
  'accounts.reset_link_invalid': {
    ...wrongAnswer,
    title: 'Update Password Error',
    text: 'This link is no longer valid. Ask for a new reset link and use the newest one.',
  },
} as const;

/**
 * What the screens say when something went well [000 §8 Success toasts, §4 Auth state], and 'Validation Error' [000 §5
 * Others].
 */
export const accountsNotices = {
  signedUp: { title: 'Check your email', text: 'Please check your email to verify your account' },
  resent: { title: 'Email sent', text: 'Verification email has been resent.' },
  verificationSent: { title: 'Verification Email Sent', text: 'Check your inbox and your spam folder.' },
  verified: { title: 'Email Verified!', text: 'You can now sign in.' },
  choosePassword: {
    title: 'Email Verified!',
    text: 'This is another browser than the one you signed up in, so please choose your password here.',
  },
  welcome: { title: 'Welcome!', text: 'You are signed in.' },
  resetSent: { title: 'Reset Link Sent', text: 'Check your inbox and your spam folder.' },
  passwordResetSent: { title: 'Password Reset Email Sent', text: 'Use the link in it within one hour.' },
  passwordUpdated: { title: 'Password Updated', text: 'You can sign in with it now.' },
  noPasskey: {
    title: 'No passkey used',
    text: 'The browser gave us none. Try again, or go on without a passkey.',
  },
  formInvalid: { title: 'Validation Error', text: 'Please fix the errors in the form before submitting.' },
} as const;

/** The words of the banners above the forms, after a step that ended well [000 §2 Auth]. */
export const accountsBanners = {
  verified: 'Email verified successfully! You can now sign in to your account.',
  created:
    'Account created successfully! Please check your email and click the verification link to activate your account.',
  invalid:
    'This link is no longer valid. Ask for a new verification email and use the newest link. Sign in with your email and password, and we offer to send one.',
} as const;

export const { refuse, mayRefuse } = catalogue(
  accountsMessages,
  securityMessages,
  unfreezeMessages,
  rolesMessages,
  platformMessages,
);

/** The same under each tab, so that the tabs stay where they are when one is chosen. */
const neverAsked = 'We never ask for your password by phone, by mail or in a chat: whoever does is not us.';

/** What the page of the way in says, by its tab, before any script has come. */
export const authHeads = {
  signin: { title: 'Sign in', text: neverAsked },
  signup: { title: 'Create your account', text: neverAsked },
  'forgot-password': { title: 'Forgot your password?', text: neverAsked },
} as const;
