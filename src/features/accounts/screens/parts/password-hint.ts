/** Stands below every field for a new password (decision B1: the hint says 8). */
export const passwordHint =
  'At least 8 characters, with lowercase and uppercase letters, a number and a special character such as !\u00a0@\u00a0#\u00a0$\u00a0%.';
