import type { ItemCode } from './items.ts';

/** Decision reasons for staff to choose from (decision D4). The customer texts reveal no suspicion (A7). */
export type ItemAction = 'reject' | 'want';

export type ItemReason = { readonly code: string; readonly customer: string; readonly staff: string };

const reason = (code: string, customer: string, staff: string): ItemReason => ({ code, customer, staff });

const pictureReasons = [
  reason(
    'unreadable',
    "We can't read the document. Please send a sharp, well-lit picture.",
    'Blurred, dark or too small.',
  ),
  reason(
    'cut_off',
    'Part of the document is missing. Please send a picture that shows all four corners.',
    'Corners cut off.',
  ),
  reason('wrong_document', "This isn't the document we asked for. Please send the right one.", 'Wrong document.'),
  reason(
    'name_differs',
    "The name on the document doesn't match the name you gave us. Please check both.",
    'Name differs from the data.',
  ),
] as const;

const documentReasons = [
  ...pictureReasons,
  reason('too_old', 'The document is older than three months. Please send a newer one.', 'Older than three months.'),
  reason(
    'not_official',
    'We need an official document, such as a bill or a bank statement.',
    'Not an official document.',
  ),
] as const;

const typedReasons = [
  reason('incomplete', 'Some details are missing. Please complete them.', 'A field is empty or too short.'),
  reason(
    'does_not_match',
    "Your details don't match your documents. Please check what you entered.",
    'Differs from documents.',
  ),
] as const;

const rejections: Readonly<Record<ItemCode, readonly ItemReason[]>> = {
  personal_details: [
    ...typedReasons,
    reason('address_incomplete', 'Please enter your full address, with street and parish.', 'Address cannot be found.'),
  ],
  id_document: [
    ...pictureReasons,
    reason('expired', 'This ID has expired. Please send a valid one.', 'Past its expiry date.'),
    reason(
      'number_differs',
      "The number on the ID doesn't match the one you entered. Please check it.",
      'ID number differs.',
    ),
  ],
  trn_document: [
    ...pictureReasons,
    reason(
      'number_differs',
      "The TRN on the document doesn't match the one you entered. Please check it.",
      'TRN differs.',
    ),
  ],
  selfie: [
    reason(
      'unreadable',
      "We can't see your face and ID clearly. Please retake the selfie in good light.",
      'Not clear.',
    ),
    reason('no_id_in_hand', 'Please hold your ID next to your face.', 'No ID in the picture.'),
    reason('face_covered', 'Please retake the selfie without a hat, mask or dark glasses.', 'Face is covered.'),
    reason(
      'does_not_match',
      'Please retake the selfie with your own ID next to your face.',
      'Face and ID do not match.',
    ),
  ],
  employment: typedReasons,
  address_proof: [
    ...documentReasons,
    reason(
      'address_differs',
      "The address on the document doesn't match the one you gave us. Please check both.",
      'Address differs.',
    ),
  ],
  income_proof: [
    ...documentReasons,
    reason('amount_differs', "The document doesn't show the income you entered. Please check both.", 'Amount differs.'),
  ],
  declaration: typedReasons,
  source_of_funds_proof: [
    ...pictureReasons,
    reason(
      'does_not_show_source',
      "The document doesn't show where your money comes from. Please send another one.",
      'Does not prove the source.',
    ),
  ],
  jurisdiction_proof: pictureReasons,
  wallets: [
    reason('not_your_wallet', 'Please add only wallets that you control.', 'Belongs to a service or another person.'),
    reason(
      'address_wrong',
      "A wallet address doesn't match its coin or network. Please check it.",
      'Address does not match the coin or network.',
    ),
  ],
};

const moreDocumentReasons = [
  reason('clearer_copy', 'Please send a clearer copy.', 'A clearer copy of the same document.'),
  reason('another_document', 'Please send a second document that shows the same information.', 'A second document.'),
  reason('all_pages', 'Please send all pages in one PDF.', 'Pages are missing.'),
  reason('in_english', 'Please add a translation into English.', 'Not in English.'),
] as const;

const moreDetailReasons = [
  reason('more_detail', 'Please tell us a little more.', 'More detail is needed.'),
  reason('confirm', 'Please check what you entered and submit it again.', 'The customer needs to confirm the details.'),
] as const;

const requests: Readonly<Record<ItemCode, readonly ItemReason[]>> = {
  personal_details: moreDetailReasons,
  id_document: [
    ...moreDocumentReasons,
    reason('other_side', 'Please send a picture that shows the other side too.', 'The other side is missing.'),
  ],
  trn_document: moreDocumentReasons,
  selfie: [reason('take_again', 'Please take another selfie.', 'Another selfie is needed.')],
  employment: moreDetailReasons,
  address_proof: moreDocumentReasons,
  income_proof: moreDocumentReasons,
  declaration: moreDetailReasons,
  source_of_funds_proof: moreDocumentReasons,
  jurisdiction_proof: moreDocumentReasons,
  wallets: [reason('more_detail', 'Please tell us which wallets you use with us.', 'More wallets or detail.')],
};

export const getReasons = (act: ItemAction, item: ItemCode): readonly ItemReason[] =>
  act === 'reject' ? rejections[item] : requests[item];

export const findItemReason = (act: ItemAction, item: ItemCode, code: string): ItemReason | null =>
  getReasons(act, item).find((entry) => entry.code === code) ?? null;

export function getCustomerReason(item: ItemCode, state: string, code: string | null): string | null {
  const act = state === 'rejected' ? 'reject' : state === 'wanted' ? 'want' : null;
  return act && code ? (findItemReason(act, item, code)?.customer ?? null) : null;
}
