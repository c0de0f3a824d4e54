import { z } from 'zod';
import { typedLink } from '../../kernel/typed-link.ts';
import { isCalendarDay } from '../accounts/age.ts';
import { countries } from '../accounts/countries.ts';
import { hasFewWords, Name } from '../accounts/schema.ts';

const badUrl = 'Please enter a valid URL that starts with https://';

/**
 * An avatar URL [000 §5 Profile form]: an address on the web over https, of a host with a name and without a password:
 * never `javascript:`, `data:`.
 */
export function isWebAddress(text: string): boolean {
  const link = /^https:\/\/[^\s/\\]\S*$/.test(text) ? typedLink(text) : null;
  if (link === null) return false;
  const { hostname, username, password } = link;
  return /^[^.]+(\.[^.]+)+$/.test(hostname) && username === '' && password === '';
}

/** Empty, or as the sign-up form takes it, with the blanks, hyphens and brackets that people put between. */
const Phone = z
  .string()
  .trim()
  .max(30, 'Please enter a valid phone number')
  .regex(/^$|^\+?[(\d][\d ().-]*$/, 'Please enter a valid phone number');

/**
 * The profile form [000 §5 Profile form]: what is left out stays as it is. Display name, phone and avatar may be empty;
 * a name or a date of birth can be put right but not taken away.
 */
export const UpdateProfile = z
  .strictObject({
    firstName: Name,
    lastName: Name,
    displayName: z
      .string()
      .trim()
      .max(101, 'Must be at most 101 characters')
      .refine(hasFewWords(12), 'Must be at most 12 words')
      .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'Please use letters, numbers and punctuation only'),
    phoneNumber: Phone,
    avatarUrl: z
      .string()
      .trim()
      .max(500, { error: badUrl, abort: true })
      .refine((text) => text === '' || isWebAddress(text), badUrl),
    dateOfBirth: z.string().min(1, 'Date of birth is required').refine(isCalendarDay, 'Please enter a valid date'),
    declaredCountry: z.enum(countries, { error: 'Country of residence is required' }),
  })
  .partial();
