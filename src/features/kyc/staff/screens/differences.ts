import { formatDate } from '../../../../ui/format.ts';
import { holderMatches } from '../../../ledger/names.ts';

export type Profile = { readonly name: string; readonly dateOfBirth: string };

type ItemValue = readonly [label: string, value: string];

const isSameName = (typed: string, { name }: Profile): boolean =>
  holderMatches(typed, { firstName: null, lastName: null, displayName: name });

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

const formatIfDay = (day: string): string => (isDay(day) ? formatDate(day) : day);

/** Returns the profile's value if it differs, else null. Names ignore order, case and accents, as for payouts. */
export function findProfileDifference([label, value]: ItemValue, profile: Profile): string | null {
  if (/^(full )?name$/i.test(label)) return isSameName(value, profile) ? null : profile.name;
  if (!/birth/i.test(label) || profile.dateOfBirth === '') return null;
  const expected = formatIfDay(profile.dateOfBirth);
  return formatIfDay(value) === expected ? null : expected;
}
