import { fullName, holderMatches, type ProfileName } from '../movements/names.ts';
import { nameTokens } from '../screening/names.ts';
import type { Opened } from './facts.ts';
import { type Data, textIn } from './submission-data.ts';
import { oddForPerson } from './trn.ts';

/** What deserves a second look in tier 1. Never a reason by itself: honest people have odd numbers and two names. */
export type Remark = 'trn_first_digit' | 'licence_is_not_trn' | 'name_differs' | 'birth_differs';

export type Known = ProfileName & { readonly dateOfBirth: string };

/**
 * Whether the papers are of the name that the account goes by. People leave a middle name out on one side; order,
 * accents and titles do not count. One word in common is not enough.
 */
export function namesAgree(onPapers: string, known: ProfileName): boolean {
  const [papers, account] = [nameTokens(onPapers), nameTokens(fullName(known))];
  const [short = [], long = []] = [papers, account].sort((one, other) => one.length - other.length);
  const rest = [...long];
  const found = short.filter((word) => rest.includes(word) && rest.splice(rest.indexOf(word), 1));
  return found.length === short.length && (short.length > 1 || long.length === short.length);
}

export function remarksOn(data: Data, { trn, idNumber }: Opened, known: Known): Remark[] {
  const name = textIn(data, 'full_name');
  const licence = textIn(data, 'id_type') === 'drivers_license';
  const met: Record<Remark, boolean> = {
    trn_first_digit: trn !== '' && oddForPerson(trn),
    // A driver's licence carries the TRN as its number.
    licence_is_not_trn: licence && trn !== '' && idNumber.replaceAll(/\D/g, '') !== trn,
    name_differs: name !== '' && !holderMatches(name, known),
    birth_differs: name !== '' && textIn(data, 'date_of_birth') !== known.dateOfBirth,
  };
  return (Object.keys(met) as Remark[]).filter((remark) => met[remark]);
}

export const remarkTexts: Readonly<Record<Remark, string>> = {
  trn_first_digit: 'The TRN does not begin with 1, as those of people usually do.',
  licence_is_not_trn: "The driver's licence has another number than the TRN; they are usually the same.",
  name_differs: 'The name differs from the one given at sign-up.',
  birth_differs: 'The date of birth differs from the one given at sign-up.',
};
