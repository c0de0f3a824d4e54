/** Said to staff without a second factor. It stands alone: the desk shows it, and needs no other sentence of ours. */
export const factorNeeded =
  'Work at the desk needs a second sign-in step. Set up an app or a passkey on your profile page.';
