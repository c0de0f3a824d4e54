/**
 * What a password must have, each rule with the words for a password that lacks it [000 §5 Password, §9, decision B1].
 */
export const passwordRules: readonly { readonly test: RegExp; readonly text: string }[] = [
  { test: /^.{8,}$/su, text: 'Password must be at least 8 characters' },
  { test: /[a-z]/, text: 'Password must contain at least one lowercase letter' },
  { test: /[A-Z]/, text: 'Password must contain at least one uppercase letter' },
  { test: /[0-9]/, text: 'Password must contain at least one number' },
  { test: /[!@#$%^&*(),.?":{}|<>]/, text: 'Password must contain at least one special character' },
];

/** The longest password we take. Nothing shorter is ever cut: every character counts (decision B1). */
export const longestPassword = 256;

/**
 * Whether a password is one of the common ones that guessers try first (decision B1): on the list of common ones as it
 * stands, or after taking off what people add to please the rules above (`Password1!` is `password`).
 */
export function isCommonPassword(password: string, common: ReadonlySet<string>): boolean {
  const plain = password.toLowerCase();
  const core = plain.replace(/[^\p{L}]+$/u, '').replace(/^[^\p{L}]+/u, '');
  const own = /^(cryptocommerce|jamaica|bitcoin|ethereum|kingston)$/;
  return (
    common.has(plain) || own.test(core) || (core.length >= 4 && plain.length - core.length <= 4 && common.has(core))
  );
}
