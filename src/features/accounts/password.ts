/** Rules with their texts [000 §5 Password, §9, decision B1]. */
export const passwordRules: readonly { readonly test: RegExp; readonly text: string }[] = [
  { test: /^.{8,}$/su, text: 'Password must be at least 8 characters' },
  { test: /[a-z]/, text: 'Password must contain at least one lowercase letter' },
  { test: /[A-Z]/, text: 'Password must contain at least one uppercase letter' },
  { test: /[0-9]/, text: 'Password must contain at least one number' },
  { test: /[!@#$%^&*(),.?":{}|<>]/, text: 'Password must contain at least one special character' },
];

/** Longer passwords are rejected, never truncated (decision B1). */
export const maxPasswordLength = 256;

/** Ignores added digits and symbols: `Password1!` counts as `password` (decision B1). */
export function isCommonPassword(password: string, common: ReadonlySet<string>): boolean {
  const plain = password.toLowerCase();
  const core = plain.replace(/[^\p{L}]+$/u, '').replace(/^[^\p{L}]+/u, '');
  const ownName = /^(cryptocommerce|jamaica|bitcoin|ethereum|kingston)$/;
  return (
    common.has(plain) || ownName.test(core) || (core.length >= 4 && plain.length - core.length <= 4 && common.has(core))
  );
}
