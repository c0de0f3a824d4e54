import { z } from 'zod';
import { hasMaxWords } from '../../kernel/full-name.ts';
import { stripInvisible } from '../../kernel/strip-invisible.ts';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { isCalendarDay } from './age.ts';
import { countries } from './countries.ts';

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

/** The domain needs a dot and more than three characters [000 §5 Email]. */
const hasGoodDomain = (email: string) => {
  const domain = email.split('@')[1] ?? '';
  return domain.includes('.') && domain.length > 3;
};

const invalidEmail = 'Please enter a valid email address';

/** Each fault has its own message [000 §5 Email]. The HTML5 pattern accepts `anna@localhost`; `refine` rejects it. */
export const Email = typedText()
  .toLowerCase()
  .min(1, 'Email is required')
  .max(254, invalidEmail)
  .pipe(z.email({ pattern: z.regexes.html5Email, error: invalidEmail }))
  .refine(hasGoodDomain, 'Please check your email domain')
  .pipe(z.email(invalidEmail));

const tooLong = `Password must be at most ${maxPasswordLength} characters`;

/** Never trimmed or normalized [000 §5 Password, decision B1]. The server also checks the list of common passwords. */
export const NewPassword = z
  .string()
  .max(maxPasswordLength, tooLong)
  .superRefine((password, context) => {
    for (const rule of passwordRules)
      if (!rule.test.test(password)) context.addIssue({ code: 'custom', message: rule.text });
  });

/** A first or last name [000 §5 Names, §9], in the scripts that `receipts/receipt-font.ts` can print. */
export const Name = typedText()
  .min(2, 'Must be at least 2 characters')
  .max(50, 'Must be less than 50 characters')
  .regex(/^[\p{L}\p{M}' ’-]*$/u, 'Only letters, spaces, hyphens and apostrophes are allowed')
  .regex(
    /^[A-Za-z\u00c0-\u02af\u0370-\u03e1\u03f0-\u052f\u1e00-\u1fff\p{M}' ’-]*$/u,
    'Please use Latin, Greek or Cyrillic letters. Your passport shows your name in Latin letters.',
  )
  .regex(/\p{L}/u, 'Must contain at least one letter')
  .refine(hasMaxWords(6), 'Must be at most 6 words');

/** Drops spaces, hyphens, full stops and brackets, then applies the specified pattern [000 §5 Phone]. */
const Phone = z
  .string()
  .overwrite((text) => stripInvisible(text).replaceAll(/[\s().-]/g, ''))
  .min(1, 'Phone number is required')
  .regex(/^\+?[1-9]\d{0,15}$/, 'Please enter a valid phone number');

/** Required, at most 100 characters [000 §5 Others, §9]. */
const Occupation = typedText()
  .min(1, 'Occupation is required')
  .max(100, 'Must be less than 100 characters')
  .regex(/^\P{Cc}*$/u, 'Please use letters, numbers and punctuation only');

const Country = (text: string) => z.enum(countries, { error: text });

/** The profile of the sign-up payload, in its three steps [000 §3 Sign-up payload, §5 Others]. */
export const profileSteps = [
  z.strictObject({ firstName: Name, lastName: Name, phoneNumber: Phone }),
  z.strictObject({
    countryOfResidence: Country('Country of residence is required'),
    nationality: Country('Nationality is required'),
  }),
  z.strictObject({ occupation: Occupation, isPep: z.boolean() }),
] as const;
const [NameStep, CountryStep, WorkStep] = profileSteps;

/** Part of the profile: each step is saved on its own. The occupation needs the PEP answer. */
export const SaveProfile = z
  .strictObject({ ...NameStep.shape, ...CountryStep.shape, ...WorkStep.shape })
  .partial()
  .refine(({ occupation, isPep }) => (occupation === undefined) === (isPep === undefined), {
    path: ['isPep'],
    message: 'Please answer this with your occupation',
  });

/** The sign-up payload [000 §3 Sign-up payload]. The profile may follow later, the date of birth may not (C8). */
export const SignUp = SaveProfile.safeExtend({
  email: Email,
  password: NewPassword,
  dateOfBirth: z.string().min(1, 'Date of birth is required').refine(isCalendarDay, 'Please enter a valid date'),
  agreed: z.literal(true, { error: 'You must agree to the terms and conditions' }),
});

type TwoPasswords = { readonly password: string; readonly confirmPassword: string };

const passwordsMatch = ({ password, confirmPassword }: TwoPasswords) => password === confirmPassword;

/** `when` makes Zod report the mismatch together with all other faults. */
const mismatchIssue = {
  message: "Passwords don't match",
  path: ['confirmPassword'],
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

/** Only the form has the repeated password [000 §5 Password]. */
export const SignUpForm = SignUp.safeExtend({ confirmPassword: z.string() }).refine(passwordsMatch, mismatchIssue);

const Password = z.string().min(1, 'Password is required').max(maxPasswordLength, tooLong);

/** Accepts any password that is not empty [000 §5 Password]. */
export const SignIn = z.strictObject({
  email: Email,
  password: Password,
});

/** Payload of password reset and resent verification [000 §5 Email]. */
export const EmailOnly = z.strictObject({ email: Email });

const Token = z
  .string()
  .min(16)
  .max(2_000)
  .regex(/^[\w.-]+$/);

export const VerifyEmail = z.strictObject({ token: Token, password: Password.optional() });
export const ResetPassword = z.strictObject({ token: Token, password: NewPassword });

export const ResetForm = z
  .strictObject({ password: NewPassword, confirmPassword: z.string() })
  .refine(passwordsMatch, mismatchIssue);

const Code = typedText().min(6, 'Enter the code').max(40, 'Enter the code');

/** Base64url without padding. */
const Bytes = z
  .string()
  .min(1)
  .max(8_000)
  .regex(/^[\w-]+$/);

const PasskeyAnswer = z.strictObject({
  id: Bytes.max(1_400),
  clientDataJSON: Bytes,
  authenticatorData: Bytes,
  signature: Bytes,
  userHandle: Bytes.max(100).nullable(),
});
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>;

const NewPasskeyAnswer = z.strictObject({
  id: Bytes.max(1_400),
  clientDataJSON: Bytes,
  attestationObject: Bytes,
  transports: z
    .array(
      z
        .string()
        .max(20)
        .regex(/^[a-z-]+$/),
    )
    .max(8),
});
export type NewPasskeyAnswer = z.output<typeof NewPasskeyAnswer>;

export const CodeOnly = z.strictObject({ code: Code });
export const SignInWithPasskey = z.strictObject({ passkey: PasskeyAnswer });

export const ConfirmSignIn = z.union([CodeOnly, SignInWithPasskey]);
export type Proof = z.output<typeof ConfirmSignIn>;

export const PasswordOnly = z.strictObject({ password: Password });
export const Reauthenticate = z.union([PasswordOnly, CodeOnly, SignInWithPasskey]);

const PasskeyNameText = typedText()
  .min(1, 'Enter a name')
  .max(60, 'Must be at most 60 characters')
  .regex(/^\P{Cc}*$/u, 'Please use letters, numbers and punctuation only');

export const PasskeyName = z.strictObject({ name: PasskeyNameText });
export const AddPasskey = z.strictObject({ name: PasskeyNameText, answer: NewPasskeyAnswer });
export const NamePasskey = z.strictObject({ id: UuidSchema, name: PasskeyNameText });
export const ById = z.strictObject({ id: UuidSchema });
export const CustomerOnly = z.strictObject({ userId: UuidSchema });
export const Unfreeze = z.strictObject({ userId: UuidSchema, reasonCode: z.string().max(40) });
export const ReportSignIn = z.strictObject({ token: Token });

/** Payload and form [000 §5 Change password]. */
export const ChangePassword = z.strictObject({
  email: Email,
  currentPassword: z.string().min(1, 'Current password is required').max(maxPasswordLength, tooLong),
  newPassword: z.string().min(8, 'New password must be at least 8 characters').pipe(NewPassword),
});

export const ChangePasswordForm = ChangePassword.extend({ confirmPassword: z.string() }).refine(
  ({ newPassword, confirmPassword }) => newPassword === confirmPassword,
  mismatchIssue,
);

/** Email, password and a ticked checkbox [000 §5 Delete account]. */
export const CloseAccount = z.strictObject({
  email: Email,
  password: Password,
  confirmed: z.literal(true, { error: 'You must confirm this action' }),
});
