import { buildNameKeys } from '../../kernel/name-words.ts';
import { getFullName, isNameOf, type ProfileName } from '../ledger/names.ts';
import { getNameTokens } from '../screening/names.ts';
import { type Data, getText, type Opened } from './submission-data.ts';
import { isBusinessTrn } from './trn.ts';

/** Hints for reviewers of tier 1. They are never a reason to reject. */
export type Remark = 'trn_first_digit' | 'licence_is_not_trn' | 'name_differs' | 'birth_differs';

export type Known = ProfileName & { readonly dateOfBirth: string };

/** Ignores word order, accents, titles and a missing middle name. One common word is not a match. */
export function doNamesMatch(documentNames: string, known: ProfileName): boolean {
  const account = getFullName(known);
  return buildNameKeys(documentNames).some((documentName) =>
    buildNameKeys(account).some((accountName) => isWithin(documentName, accountName)),
  );
}

/** True when the names are equal, or all words (at least two) of the shorter name appear in the longer name. */
function isWithin(nameA: string, nameB: string): boolean {
  const [short = [], long = []] = [getNameTokens(nameA), getNameTokens(nameB)].sort((a, b) => a.length - b.length);
  const rest = [...long];
  const found = short.filter((word) => rest.includes(word) && rest.splice(rest.indexOf(word), 1));
  return found.length === short.length && (short.length > 1 || long.length === short.length);
}

export function reviewFlags(data: Data, opened: Opened, known: Known): Remark[] {
  const { trn_number: trn = '', id_number: idNumber = '' } = opened;
  const name = getText(data, 'full_name');
  const licence = getText(data, 'id_type') === 'drivers_license';
  const isMet: Record<Remark, boolean> = {
    trn_first_digit: trn !== '' && isBusinessTrn(trn),
    licence_is_not_trn: licence && trn !== '' && idNumber.replaceAll(/\D/g, '') !== trn,
    name_differs: name !== '' && !isNameOf(name, known),
    birth_differs: name !== '' && getText(data, 'date_of_birth') !== known.dateOfBirth,
  };
  return (Object.keys(isMet) as Remark[]).filter((remark) => isMet[remark]);
}

export const remarkTexts: Readonly<Record<Remark, string>> = {
  trn_first_digit: "The TRN doesn't begin with 1, as personal TRNs usually do.",
  licence_is_not_trn: "The driver's licence number differs from the TRN. They're usually the same.",
  name_differs: 'The name differs from the one entered at sign-up.',
  birth_differs: 'The date of birth differs from the one entered at sign-up.',
};
