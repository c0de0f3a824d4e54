/** Why staff lift the freeze of an account: the code is kept, the words are for choosing. */
export const unfreezeReasons = {
  owner_proved: 'The owner has proved who they are and secured the account',
  false_alarm: 'The owner says that the sign-in was their own after all',
  nothing_left: 'Investigated: nothing of the intruder is left in the account',
} as const;

export const isUnfreezeReason = (code: string): code is keyof typeof unfreezeReasons =>
  Object.hasOwn(unfreezeReasons, code);
