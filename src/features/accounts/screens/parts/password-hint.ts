/** The hint says 8 [000 §5 Password, decision B1]. */
export const passwordHint =
  'At least 8 characters, with lowercase and uppercase letters, a number and a special character such as !\u00a0@\u00a0#\u00a0$\u00a0%.';
