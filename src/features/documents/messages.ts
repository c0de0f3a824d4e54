import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

const invalid = { status: 422, title: 'Invalid file' } as const;

/**
 * Why a file was not taken, 'Upload Failed' or 'File Too Large', or is not shown [000 §5 Files, §8 KYC, 001 §5 Files,
 * §8 Trading].
 */
export const documentsMessages = {
  'documents.too_large': { status: 413, title: 'File Too Large', text: 'File must be less than 10MB' },
  'documents.upload_failed': { title: 'Upload Failed', text: 'File must be under 10MB and of an accepted type.' },
  'documents.kind_unsupported': { ...invalid, text: 'Accepted: images or PDF. Max 10MB.' },
  'documents.word_only': { ...invalid, text: 'Accepted: Word documents (.doc or .docx). Max 10MB.' },
  'documents.type_unsupported': { title: 'Invalid file', text: 'Unsupported file type: {type}' },
  'documents.empty': { ...invalid, text: 'This file is empty.' },
  'documents.unreadable': {
    ...invalid,
    text: 'This file is damaged or incomplete. Please save it again, or take the picture again.',
  },
  'documents.mixed': {
    ...invalid,
    text: 'This file holds something besides the picture, PDF or document. Please save it again and send the new file.',
  },
  'documents.too_many_pixels': {
    ...invalid,
    text: 'This picture is too large to be opened. Please send one of at most {most} megapixels.',
  },
  'documents.pdf_locked': {
    ...invalid,
    text: 'This PDF is locked. Please save it without a password or other protection.',
  },
  'documents.pdf_active': {
    ...invalid,
    text: 'This PDF holds scripts, forms or attachments. Please print it to a new PDF and send that.',
  },
  'documents.word_locked': {
    ...invalid,
    text: 'This document is locked. Please save it without a password or other protection.',
  },
  'documents.word_active': {
    ...invalid,
    text: 'This document holds macros, another file, or something to fetch from elsewhere. Please save it as a plain .docx with charts as pictures and send that.',
  },
  'documents.infected': { ...invalid, text: 'The virus check found something in this file, so it was not kept.' },
  'documents.too_many_files': {
    status: 429,
    title: 'Upload Failed',
    text: 'You have uploaded many files today. Please try again tomorrow.',
  },
  'documents.too_many_now': {
    status: 429,
    title: 'Upload Failed',
    text: 'You have sent many files within the hour. Please try again in an hour.',
  },
  'documents.too_many_at_once': {
    status: 429,
    title: 'Upload Failed',
    text: 'Several of your files are being sent at this moment. Please wait until one of them has arrived.',
  },
  'documents.other_offset': {
    status: 409,
    title: 'Upload Failed',
    text: 'This upload does not go on where it stopped. Please try again.',
  },
  'documents.no_room_left': {
    status: 429,
    title: 'Upload Failed',
    text: 'You have uploaded as many files as an account can hold. Please write to support.',
  },
  'documents.no_room_from_here': {
    status: 429,
    title: 'Upload Failed',
    text: 'Many files came over your connection today that nobody has handed in. Hand in the form that yours are for, or try again tomorrow or over another connection.',
  },
  'documents.no_room_now': {
    status: 503,
    title: 'Upload Failed',
    text: 'We have no room for new files at the moment. Nothing that you handed in is touched. Please try again in a few hours.',
  },
  'documents.submission_closed': {
    status: 409,
    title: 'Upload Failed',
    text: 'This submission was already sent, so its files can no longer be replaced.',
  },
  'documents.still_arriving': {
    status: 409,
    title: 'Upload Failed',
    text: 'This file is still being stored from a moment ago. Please try again in two minutes.',
  },
  'documents.store_down': {
    status: 503,
    title: 'Upload Failed',
    text: 'The file could not be stored at the moment. Please try again in a minute.',
  },
  'documents.not_found': { status: 404, text: 'There is no such file.' },
  'documents.being_checked': {
    status: 409,
    title: 'Being checked',
    text: 'This file is still being checked. It can be opened as soon as that is done.',
  },
  'documents.link_lapsed': { status: 410, text: 'This link has lapsed. Please open the file again from its page.' },
  'documents.kyc_storage_failed': {
    status: 503,
    title: 'KYC storage test failed',
    text: 'Please try again in a minute.',
  },
  'documents.storage_test_failed': {
    status: 503,
    title: 'Test failed',
    text: 'Upload failed: Error: the file storage did not answer as it should',
  },
  'documents.too_many_tests': {
    status: 429,
    title: 'Test failed',
    text: 'You have tried this several times. Please wait a minute.',
  },
} as const;

/** What the screens say when something went well. */
export const documentsNotices = { kycStorageOk: { title: 'KYC storage OK' } } as const;

export const { refuse, mayRefuse } = catalogue(documentsMessages, platformMessages);
