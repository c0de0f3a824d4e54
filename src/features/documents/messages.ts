import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

const invalid = { status: 422, title: 'Invalid file' } as const;

/** Upload and download errors [000 §5 Files, §8 KYC, 001 §5 Files, §8 Trading]. */
export const documentsMessages = {
  'documents.too_large': { status: 413, title: 'File Too Large', text: 'File must be less than 10MB' },
  'documents.upload_failed': { title: 'Upload Failed', text: 'File must be under 10MB and of an accepted type.' },
  'documents.kind_unsupported': { ...invalid, text: 'Accepted: images or PDF. Max 10MB.' },
  'documents.word_only': { ...invalid, text: 'Accepted: Word documents (.doc or .docx). Max 10MB.' },
  'documents.type_unsupported': { title: 'Invalid file', text: 'Unsupported file type: {type}' },
  'documents.empty': { ...invalid, text: 'This file is empty.' },
  'documents.unreadable': {
    ...invalid,
    text: 'This file is damaged or incomplete. Please save it again or take a new picture.',
  },
  'documents.mixed': {
    ...invalid,
    text: 'This file contains more than the picture, PDF or document. Please save it again and upload the new file.',
  },
  'documents.too_many_pixels': {
    ...invalid,
    text: 'This picture is too large. Please upload one of at most {most} megapixels.',
  },
  'documents.pdf_locked': {
    ...invalid,
    text: 'This PDF has a password. Open it, choose Print, save it as a new PDF and upload that file.',
  },
  'documents.pdf_active': {
    ...invalid,
    text: 'This PDF contains scripts, forms or attachments. Please print it to a new PDF and upload that file.',
  },
  'documents.word_locked': {
    ...invalid,
    text: 'This document is locked. Please save it without a password or other protection.',
  },
  'documents.word_active': {
    ...invalid,
    text: 'This document contains macros, embedded files or links to remote content. Please save it as a plain .docx with charts as pictures.',
  },
  'documents.too_many_reads': {
    status: 429,
    title: 'Hourly limit reached',
    text: "You've opened many customer documents this hour. Please try again later.",
  },
  'documents.infected': { ...invalid, text: "Our virus scan blocked this file. We haven't stored it." },
  'documents.too_many_files': {
    status: 429,
    title: 'Upload Failed',
    text: "You've uploaded many files today. Please try again tomorrow.",
  },
  'documents.too_many_now': {
    status: 429,
    title: 'Upload Failed',
    text: "You've uploaded many files this hour. Please try again in an hour.",
  },
  'documents.too_many_at_once': {
    status: 429,
    title: 'Upload Failed',
    text: 'Several of your files are still uploading. Please wait for one to finish.',
  },
  'documents.other_offset': {
    status: 409,
    title: 'Upload Failed',
    text: "We couldn't resume this upload. Please try again.",
  },
  'documents.no_room_left': {
    status: 429,
    title: 'Upload Failed',
    text: 'Your account has reached its file limit. Please contact support.',
  },
  'documents.no_room_now': {
    status: 503,
    title: 'Upload Failed',
    text: "We can't store new files right now. Your submitted files are safe. Please try again in a few hours.",
  },
  'documents.submission_closed': {
    status: 409,
    title: 'Upload Failed',
    text: "You already submitted this, so its files can't be replaced.",
  },
  'documents.still_arriving': {
    status: 409,
    title: 'Upload Failed',
    text: "We're still storing this file. Please try again in two minutes.",
  },
  'documents.store_down': {
    status: 503,
    title: 'Upload Failed',
    text: "We couldn't store the file. Please try again in a minute.",
  },
  'documents.not_found': { status: 404, text: "We couldn't find this file." },
  'documents.being_checked': {
    status: 409,
    title: 'Being checked',
    text: "We're still checking this file. You can open it in a few minutes.",
  },
  'documents.link_lapsed': { status: 410, text: 'This link has expired. Please open the file again from its page.' },
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
    text: "You've tried this several times. Please wait a minute.",
  },
} as const;

export const documentsNotices = { kycStorageOk: { title: 'KYC storage OK' } } as const;

export const { refuse, refusalCodes } = defineErrors(documentsMessages, platformMessages);
