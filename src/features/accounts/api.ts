import { demoPeople } from './demo-people.ts';
import { requestPasswordReset, resetPassword } from './reset-password.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { resendVerification, verifyEmail } from './verify-email.ts';
import { viewer } from './viewer.ts';

export const accountsApi = {
  signUp,
  verifyEmail,
  resendVerification,
  signIn,
  signOut,
  requestPasswordReset,
  resetPassword,
  viewer,
  demoPeople,
};
