export const unfreezeReasons = {
  owner_proved: 'The owner has proved their identity and secured the account',
  false_alarm: 'The owner says the sign-in was their own',
  nothing_left: 'Investigated: the intruder no longer has access',
} as const;

export const isUnfreezeReason = (code: string): code is keyof typeof unfreezeReasons =>
  Object.hasOwn(unfreezeReasons, code);
