import { z } from 'zod';
import { isCalendarDay } from './age.ts';
import { longestPassword, passwordRules } from './password.ts';

/** The countries a form offers [000 §3]. */
export const countries = ['JM', 'US', 'CA', 'GB', 'AU', 'DE', 'FR', 'JP', 'CN', 'IN', 'BR', 'MX', 'other'] as const;

/** The domain must contain a dot and be longer than three characters [000 §5]. */
const goodDomain = (email: string) => {
  const domain = email.split('@')[1] ?? '';
  return domain.includes('.') && domain.length > 3;
};

/** An e-mail address, lowercased and trimmed [000 §5]. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Email is required')
  .max(254, 'Please enter a valid email address')
  .pipe(z.email('Please enter a valid email address'))
  .refine(goodDomain, 'Please check your email domain');

/** A new password; taken exactly as typed. The list of common ones is the server's to ask. */
export const NewPassword = z
  .string()
  .max(longestPassword, `Password must be at most ${longestPassword} characters`)
  .superRefine((password, context) => {
    for (const rule of passwordRules)
      if (!rule.test.test(password)) context.addIssue({ code: 'custom', message: rule.text });
  });

const Name = z
  .string()
  .trim()
  .min(2, 'Must be at least 2 characters')
  .max(50, 'Must be less than 50 characters')
  .regex(/^[\p{L}\p{M}' ’-]*$/u, 'Only letters, spaces, hyphens and apostrophes are allowed');

const Phone = z
  .string()
  .trim()
  .min(1, 'Phone number is required')
  .regex(/^\+?[1-9]\d{0,15}$/, 'Please enter a valid phone number');

const Country = (text: string) => z.enum(countries, { error: text });

/** What the sign-up form asks and the command accepts. */
export const SignUp = z.strictObject({
  email: Email,
  password: NewPassword,
  firstName: Name,
  lastName: Name,
  phoneNumber: Phone,
  dateOfBirth: z.string().min(1, 'Date of birth is required').refine(isCalendarDay, 'Please enter a valid date'),
  countryOfResidence: Country('Country of residence is required'),
  nationality: Country('Nationality is required'),
  occupation: z.string().trim().min(1, 'Occupation is required').max(100, 'Must be less than 100 characters'),
  isPep: z.boolean(),
  agreed: z.literal(true, { error: 'You must agree to the terms and conditions' }),
});

/** The sign-up form asks for the password twice; only the form knows the second. */
export const SignUpForm = SignUp.extend({ confirmPassword: z.string() }).refine(
  ({ password, confirmPassword }) => password === confirmPassword,
  { message: "Passwords don't match", path: ['confirmPassword'] },
);

export const SignIn = z.strictObject({
  email: Email,
  password: z.string().min(1, 'Password is required').max(longestPassword, 'Password is required'),
});

export const EmailOnly = z.strictObject({ email: Email });

/** A one-use word out of a mail: long enough for either kind, short enough not to be work. */
const Word = z.string().min(16).max(2_000);

export const VerifyEmail = z.strictObject({ token: Word });
export const ResetPassword = z.strictObject({ token: Word, password: NewPassword });

export const ResetForm = z
  .strictObject({ password: NewPassword, confirmPassword: z.string() })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    message: "Passwords don't match",
    path: ['confirmPassword'],
  });
