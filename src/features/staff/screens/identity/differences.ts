import { dateText } from '../../../../ui/format.ts';
import { holderMatches } from '../../../movements/names.ts';

/** What the profile says about the same person as a form. */
export type Profile = { readonly name: string; readonly dateOfBirth: string };

type Fact = readonly [label: string, value: string];

const sameName = (typed: string, { name }: Profile): boolean =>
  holderMatches(typed, { firstName: null, lastName: null, displayName: name });

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

const readable = (day: string): string => (isDay(day) ? dateText(day) : day);

/**
 * What the profile says where a form says something else; null where both agree, or where the profile says nothing of
 * the kind. Names are compared as for pay-outs: without regard to order, case and accents.
 */
export function profileDiffers([label, value]: Fact, profile: Profile): string | null {
  if (/^(full )?name$/i.test(label)) return sameName(value, profile) ? null : profile.name;
  if (!/birth/i.test(label) || profile.dateOfBirth === '') return null;
  const told = readable(profile.dateOfBirth);
  return readable(value) === told ? null : told;
}
