import { signInOptions } from './auth-page.ts';
import { closeAccount } from './close-account.ts';
import { saveProfile, startedProfile } from './complete-profile.ts';
import { exportData } from './export-data.ts';
import { newPasskeyOptions, registerPasskey, removePasskey, renamePasskey } from './passkeys.ts';
import { changePassword, requestPasswordReset, resetPassword } from './passwords.ts';
import { reauthenticate, reauthMethods } from './reauthenticate.ts';
import { endOtherSessions, endOwnSession, security, thisWasNotMe } from './sessions.ts';
import { confirmSignIn, passkeyOptions, secondStep, signIn, signInWithPasskey, signOut, viewer } from './sign-in.ts';
import { resendVerification, signUp, verifyEmail } from './sign-up.ts';
import { customerSessions, endCustomerSessions, unfreeze } from './staff-commands.ts';
import {
  confirmAuthenticatorApp,
  createRecoveryCodes,
  removeAuthenticatorApp,
  startAuthenticator,
} from './two-factor.ts';

export const accountsApi = {
  signUp,
  verifyEmail,
  resendVerification,
  signIn,
  secondStep,
  confirmSignIn,
  passkeyOptions,
  signInWithPasskey,
  signOut,
  requestPasswordReset,
  resetPassword,
  viewer,
  startedProfile,
  saveProfile,
  signInOptions,
  reauthMethods,
  reauthenticate,
  security,
  endSession: endOwnSession,
  endOtherSessions,
  startAuthenticator,
  confirmAuthenticator: confirmAuthenticatorApp,
  removeAuthenticator: removeAuthenticatorApp,
  createRecoveryCodes,
  newPasskeyOptions,
  registerPasskey,
  renamePasskey,
  removePasskey,
  changePassword,
  closeAccount,
  exportData,
  thisWasNotMe,
  customerSessions,
  endCustomerSessions,
  unfreeze,
};
