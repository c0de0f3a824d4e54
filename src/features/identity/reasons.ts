import type { ItemCode } from './items.ts';

/**
 * Why an item was rejected, or what is still wanted of it. Staff choose a code; the customer reads the first text,
 * staff the second (decision D4). No text tells a suspicion (A7): it says what to do.
 */
export type ItemAct = 'reject' | 'want';

export type ItemReason = { readonly code: string; readonly customer: string; readonly staff: string };

const reason = (code: string, customer: string, staff: string): ItemReason => ({ code, customer, staff });

const picture = [
  reason('unreadable', 'We cannot read it. Please send a sharp, well lit picture.', 'Blurred, dark or too small.'),
  reason(
    'cut_off',
    'A part of it is missing. Please show the whole document with its four corners.',
    'Corners cut off.',
  ),
  reason(
    'wrong_document',
    'This is another document than we asked for. Please send the right one.',
    'Another document.',
  ),
  reason(
    'name_differs',
    'The name on it is not the name you gave us. Please check both.',
    'Name differs from the data.',
  ),
] as const;

const paper = [
  ...picture,
  reason('too_old', 'It is older than three months. Please send a newer one.', 'Older than three months.'),
  reason('not_official', 'We need an official document, such as a bill or a bank statement.', 'Not from an issuer.'),
] as const;

const typed = [
  reason('incomplete', 'Something is missing. Please complete it.', 'A field is empty or too short to be used.'),
  reason('does_not_match', 'It does not match your documents. Please check what you typed.', 'Differs from documents.'),
] as const;

const rejections: Readonly<Record<ItemCode, readonly ItemReason[]>> = {
  personal_details: [
    ...typed,
    reason('address_incomplete', 'Please give your full address, with street and parish.', 'Address cannot be found.'),
  ],
  id_document: [
    ...picture,
    reason('expired', 'This ID has expired. Please send a valid one.', 'Past its expiry date.'),
    reason('number_differs', 'The number on it is not the one you typed. Please check it.', 'ID number differs.'),
  ],
  trn_document: [
    ...picture,
    reason('number_differs', 'The TRN on it is not the one you typed. Please check it.', 'TRN differs.'),
  ],
  selfie: [
    reason('unreadable', 'We cannot see your face and ID clearly. Please take it again in good light.', 'Not clear.'),
    reason('no_id_in_hand', 'Please hold your ID beside your face.', 'No ID in the picture.'),
    reason('face_covered', 'Please take it without a hat, mask or dark glasses.', 'Face is covered.'),
    reason('does_not_match', 'Please take it again, with your own ID beside your face.', 'Face and ID do not match.'),
  ],
  employment: typed,
  address_proof: [
    ...paper,
    reason('address_differs', 'The address on it is not the one you gave us. Please check both.', 'Address differs.'),
  ],
  income_proof: [
    ...paper,
    reason('amount_differs', 'It does not show the income you stated. Please check both.', 'Amount differs.'),
  ],
  declaration: typed,
  source_of_funds_proof: [
    ...picture,
    reason('does_not_show_source', 'It does not show where your money comes from.', 'Does not prove the source.'),
  ],
  jurisdiction_proof: picture,
  wallets: [
    reason('not_your_wallet', 'Please give wallets of your own only.', 'Belongs to a service or to somebody else.'),
    reason('address_wrong', 'An address does not fit its coin or network. Please check it.', 'Address does not fit.'),
  ],
};

const wantedPaper = [
  reason('clearer_copy', 'Please send a clearer copy.', 'A clearer copy of the same document.'),
  reason('another_document', 'Please send one more document that shows the same.', 'A second document.'),
  reason('all_pages', 'Please send all pages in one PDF.', 'Pages are missing.'),
  reason('in_english', 'Please add a translation into English.', 'Not in English.'),
] as const;

const wantedWords = [
  reason('more_detail', 'Please tell us a little more.', 'More detail is needed.'),
  reason('confirm', 'Please check what you typed and confirm it.', 'To be confirmed by the customer.'),
] as const;

const wants: Readonly<Record<ItemCode, readonly ItemReason[]>> = {
  personal_details: wantedWords,
  id_document: [
    ...wantedPaper,
    reason('other_side', 'Please send a picture that shows the other side too.', 'The other side is missing.'),
  ],
  trn_document: wantedPaper,
  selfie: [reason('take_again', 'Please take the selfie once more.', 'One more selfie.')],
  employment: wantedWords,
  address_proof: wantedPaper,
  income_proof: wantedPaper,
  declaration: wantedWords,
  source_of_funds_proof: wantedPaper,
  jurisdiction_proof: wantedPaper,
  wallets: [reason('more_detail', 'Please tell us which wallets you use with us.', 'More wallets or detail.')],
};

/** The reasons to choose from for an item. */
export const reasonsFor = (act: ItemAct, item: ItemCode): readonly ItemReason[] =>
  act === 'reject' ? rejections[item] : wants[item];

/** The reason behind a stored code; null for a code that this item does not know. */
export const readItemReason = (act: ItemAct, item: ItemCode, code: string): ItemReason | null =>
  reasonsFor(act, item).find((entry) => entry.code === code) ?? null;

/** What the customer reads about an item in this state; null where there is nothing to do. */
export function customerReason(item: ItemCode, state: string, code: string | null): string | null {
  const act = state === 'rejected' ? 'reject' : state === 'wanted' ? 'want' : null;
  return act && code ? (readItemReason(act, item, code)?.customer ?? null) : null;
}
