import { z } from 'zod';
import { hasMaxWords } from '../../kernel/full-name.ts';
import { parseUserUrl } from '../../kernel/parse-url.ts';
import { typedText } from '../../kernel/typed-text.ts';
import { isCalendarDay } from '../accounts/age.ts';
import { countries } from '../accounts/countries.ts';
import { Name } from '../accounts/schema.ts';

const badUrl = 'Please enter a valid URL that starts with https://';

/** An avatar URL [000 §5 Profile form]: https only, a named host, no credentials. */
export function isWebAddress(text: string): boolean {
  const link = /^https:\/\/[^\s/\\]\S*$/.test(text) ? parseUserUrl(text) : null;
  if (link === null) return false;
  const { hostname, username, password } = link;
  return /^[^.]+(\.[^.]+)+$/.test(hostname) && username === '' && password === '';
}

const Phone = typedText()
  .max(30, 'Please enter a valid phone number')
  .regex(/^$|^\+?[(\d][\d ().-]*$/, 'Please enter a valid phone number');

/** The profile form [000 §5 Profile form]. A name or date of birth can be corrected but not removed. */
export const UpdateProfile = z
  .strictObject({
    firstName: Name,
    lastName: Name,
    displayName: typedText()
      .max(101, 'Must be at most 101 characters')
      .refine(hasMaxWords(12), 'Must be at most 12 words')
      .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'Please use letters, numbers and punctuation only'),
    phoneNumber: Phone,
    avatarUrl: typedText()
      .max(500, { error: badUrl, abort: true })
      .refine((text) => text === '' || isWebAddress(text), badUrl),
    dateOfBirth: z.string().min(1, 'Date of birth is required').refine(isCalendarDay, 'Please enter a valid date'),
    declaredCountry: z.enum(countries, { error: 'Country of residence is required' }),
  })
  .partial();
