import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';
import { isCalendarDay } from './age.ts';
import { countries } from './countries.ts';
import { longestPassword, passwordRules } from './password.ts';

/** The domain must contain a dot and be longer than three characters [000 §5 Email]. */
const goodDomain = (email: string) => {
  const domain = email.split('@')[1] ?? '';
  return domain.includes('.') && domain.length > 3;
};

const badEmail = 'Please enter a valid email address';

/**
 * An e-mail address, lowercased and trimmed, with the words for each fault [000 §5 Email]. The first pattern is the
 * browser's and lets `anna@localhost` pass, so that the domain gets its own message; the last is stricter about what
 * stands before the `@`.
 */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Email is required')
  .max(254, badEmail)
  .pipe(z.email({ pattern: z.regexes.html5Email, error: badEmail }))
  .refine(goodDomain, 'Please check your email domain')
  .pipe(z.email(badEmail));

const tooLong = `Password must be at most ${longestPassword} characters`;

/**
 * A new password, by the rules of `password.ts`; taken exactly as typed, nothing trimmed or cut [000 §5 Password,
 * decision B1]. The list of common ones is the server's to ask.
 */
export const NewPassword = z
  .string()
  .max(longestPassword, tooLong)
  .superRefine((password, context) => {
    for (const rule of passwordRules)
      if (!rule.test.test(password)) context.addIssue({ code: 'custom', message: rule.text });
  });

/** For names: each word is compared with each word of each listed name, so there is an end to them. */
export const hasFewWords = (most: number) => (name: string) => name.split(/[^\p{L}\p{M}\p{N}'’.]+/u).length <= most;

/** A first name or a last one: 2 to 50 letters, spaces, hyphens and apostrophes [000 §5 Names, §9]. */
export const Name = z
  .string()
  .trim()
  .min(2, 'Must be at least 2 characters')
  .max(50, 'Must be less than 50 characters')
  .regex(/^[\p{L}\p{M}' ’-]*$/u, 'Only letters, spaces, hyphens and apostrophes are allowed')
  .regex(/\p{L}/u, 'Must have a letter')
  .refine(hasFewWords(6), 'Must be fewer words');

/** A whole name in one line: one that says nothing to compare is none. */
export const isWholeName = (name: string): boolean => /\p{L}/u.test(name) && hasFewWords(12)(name);

/**
 * A telephone number by the documented rule [000 §5 Phone], once the blanks, hyphens, full stops and brackets that
 * people write are gone.
 */
const Phone = z
  .string()
  .overwrite((text) => text.replaceAll(/[\s().-]/g, ''))
  .min(1, 'Phone number is required')
  .regex(/^\+?[1-9]\d{0,15}$/, 'Please enter a valid phone number');

/** An occupation is required, at most 100 characters [000 §5 Others, §9]. */
const Occupation = z
  .string()
  .trim()
  .min(1, 'Occupation is required')
  .max(100, 'Must be less than 100 characters')
  .regex(/^\P{Cc}*$/u, 'Please use letters, numbers and punctuation only');

const Country = (text: string) => z.enum(countries, { error: text });

/** What the sign-up form asks and the command accepts [000 §3 Sign-up payload, §5 Others]. */
export const SignUp = z.strictObject({
  email: Email,
  password: NewPassword,
  firstName: Name,
  lastName: Name,
  phoneNumber: Phone,
  dateOfBirth: z.string().min(1, 'Date of birth is required').refine(isCalendarDay, 'Please enter a valid date'),
  countryOfResidence: Country('Country of residence is required'),
  nationality: Country('Nationality is required'),
  occupation: Occupation,
  isPep: z.boolean(),
  agreed: z.literal(true, { error: 'You must agree to the terms and conditions' }),
});

type TwoPasswords = { readonly password: string; readonly confirmPassword: string };

const passwordsMatch = ({ password, confirmPassword }: TwoPasswords) => password === confirmPassword;

/** Told together with the faults of other fields: without `when` it would wait until those are put right. */
const unlessMatch = {
  message: "Passwords don't match",
  path: ['confirmPassword'],
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

/**
 * The sign-up form asks for the password twice, and both must match; only the form knows the second [000 §5 Password].
 */
export const SignUpForm = SignUp.extend({ confirmPassword: z.string() }).refine(passwordsMatch, unlessMatch);

/** The sign-in form: any password will do, but one is required [000 §5 Password]. */
export const SignIn = z.strictObject({
  email: Email,
  password: z.string().min(1, 'Password is required').max(longestPassword, tooLong),
});

/** The forms that ask for an address alone: reset and resend [000 §5 Email]. */
export const EmailOnly = z.strictObject({ email: Email });

/** A one-use token out of a mail: long enough for either kind, short enough not to be work, in the letters we send. */
const Token = z
  .string()
  .min(16)
  .max(2_000)
  .regex(/^[\w.-]+$/);

export const VerifyEmail = z.strictObject({ token: Token });
export const ResetPassword = z.strictObject({ token: Token, password: NewPassword });

/** Like the sign-up form, the form for a new password asks twice. */
export const ResetForm = z
  .strictObject({ password: NewPassword, confirmPassword: z.string() })
  .refine(passwordsMatch, unlessMatch);

const Code = z.string().trim().min(6, 'Enter the code').max(40, 'Enter the code');

/** Bytes as browsers hand them over: base64url without padding. */
const Bytes = z
  .string()
  .min(1)
  .max(8_000)
  .regex(/^[\w-]+$/);

/** What a browser answers for a passkey that signed our challenge. */
const PasskeyAnswer = z.strictObject({
  id: Bytes.max(1_400),
  clientDataJSON: Bytes,
  authenticatorData: Bytes,
  signature: Bytes,
  userHandle: Bytes.max(100).nullable(),
});
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>;

/** What a browser answers for a passkey that it has just made. */
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

/** A second factor: a code of the app or a recovery code, or a passkey. */
export const ConfirmSignIn = z.union([CodeOnly, SignInWithPasskey]);
export type Proof = z.output<typeof ConfirmSignIn>;

const Password = z.string().min(1, 'Password is required').max(longestPassword, tooLong);

export const PasswordOnly = z.strictObject({ password: Password });
export const ConfirmAgain = z.union([PasswordOnly, CodeOnly, SignInWithPasskey]);

const NameOfPasskey = z
  .string()
  .trim()
  .min(1, 'Give it a name')
  .max(60, 'Must be at most 60 characters')
  .regex(/^\P{Cc}*$/u, 'Please use letters, numbers and punctuation only');

export const PasskeyName = z.strictObject({ name: NameOfPasskey });
export const AddPasskey = z.strictObject({ name: NameOfPasskey, answer: NewPasskeyAnswer });
export const NamePasskey = z.strictObject({ id: IdText, name: NameOfPasskey });
export const ById = z.strictObject({ id: IdText });
export const CustomerOnly = z.strictObject({ userId: IdText });
export const Unfreeze = z.strictObject({ userId: IdText, reasonCode: z.string().max(40) });
export const NotMe = z.strictObject({ token: Token });

/** What the form asks to change the password, and the command accepts [000 §5 Change password]. */
export const ChangePassword = z.strictObject({
  email: Email,
  currentPassword: z.string().min(1, 'Current password is required').max(longestPassword, tooLong),
  newPassword: z.string().min(8, 'New password must be at least 8 characters').pipe(NewPassword),
});

/** The form asks for the new password twice [000 §5 Change password]. */
export const ChangePasswordForm = ChangePassword.extend({ confirmPassword: z.string() }).refine(
  ({ newPassword, confirmPassword }) => newPassword === confirmPassword,
  unlessMatch,
);

/** Deleting an account: address, password, and a ticked box [000 §5 Delete account]. */
export const CloseAccount = z.strictObject({
  email: Email,
  password: Password,
  confirmed: z.literal(true, { error: 'You must confirm this action' }),
});
