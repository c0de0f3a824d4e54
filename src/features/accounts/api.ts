import { changePassword } from './change-password.ts';
import { closeAccount } from './close-account.ts';
import { confirmSignIn, passkeyOptions, secondStep, signInWithPasskey } from './confirm-sign-in.ts';
import { customerSessions, endCustomerSessions } from './customer-sessions.ts';
import { demoPeople } from './demo-people.ts';
import { exportData } from './export-data.ts';
import { newPasskeyOptions, registerPasskey, removePasskey, renamePasskey } from './passkeys.ts';
import { reauthenticate, reauthMethods } from './reauthenticate.ts';
import { thisWasNotMe } from './report-sign-in.ts';
import { requestPasswordReset, resetPassword } from './reset-password.ts';
import { endOtherSessions, endOwnSession, security } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { confirmAuthenticatorApp, newCodes, removeAuthenticatorApp, startAuthenticator } from './two-factor.ts';
import { unfreeze } from './unfreeze.ts';
import { resendVerification, verifyEmail } from './verify-email.ts';
import { viewer } from './viewer.ts';

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
  demoPeople,
  reauthMethods,
  reauthenticate,
  security,
  endSession: endOwnSession,
  endOtherSessions,
  startAuthenticator,
  confirmAuthenticator: confirmAuthenticatorApp,
  removeAuthenticator: removeAuthenticatorApp,
  newCodes,
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
