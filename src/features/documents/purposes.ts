import { docMimeType, docxMimeType, wordMimeTypes } from '../../kernel/mime-types.ts';
import type { Permission } from '../../kernel/permissions.ts';
import { documentPermissions } from './permissions.ts';

/**
 * Accepted file types by purpose [000 §5 Files, 001 §5 Files], encrypted in the specified buckets [000 §3 Storage, 001
 * §3 Storage buckets, §6 Storage]. A path has our own ids under the owner's id [000 §6, §7 Storage, 001 §7 Storage,
 * decision A5].
 */
const images = ['image/png', 'image/jpeg', 'image/webp'] as const;
const proof = [...images, 'application/pdf'] as const;
const official = ['image/png', 'image/jpeg', 'application/pdf'] as const;

export const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  [docxMimeType]: 'docx',
  [docMimeType]: 'doc',
  'text/plain': 'txt',
};

export type FileLocation = {
  readonly userId: string;
  readonly fileId: string;
  readonly submissionId: string;
  readonly extension: string;
  readonly at: Date;
};

type Rule = {
  /** Accepted MIME types, detected from the bytes. */
  readonly kinds: readonly string[];
  readonly otherKind:
    | 'documents.upload_failed'
    | 'documents.kind_unsupported'
    | 'documents.type_unsupported'
    | 'documents.word_only';
  readonly path: (location: FileLocation) => string;
  /** True for documents of an identity submission. */
  readonly identity: boolean;
  /** Permission to upload. For other roles the purpose does not exist. */
  readonly act?: Permission;
};

/** Payment proofs, stored by user and file [001 §7 Storage]. */
const payment = (bucket: string): Rule => ({
  kinds: proof,
  otherKind: 'documents.upload_failed',
  path: ({ userId, fileId }) => `${bucket}/${userId}/${fileId}`,
  identity: false,
});

const tier = (folder: 'tier1' | 'tier2', name: string, kinds: readonly string[] = proof): Rule => ({
  kinds,
  otherKind: kinds === proof ? 'documents.kind_unsupported' : 'documents.type_unsupported',
  path: ({ userId, submissionId, extension }) => `kyc-docs/${userId}/${folder}/${submissionId}/${name}.${extension}`,
  identity: true,
});

const enhanced = (name: string): Rule => ({
  kinds: official,
  otherKind: 'documents.type_unsupported',
  path: ({ userId, extension, at }) => `enhanced-kyc/${userId}/${name}-${at.getTime()}.${extension}`,
  identity: true,
});

/** Staff upload these files. Only compliance opens them. */
const caseFile: Rule = {
  kinds: proof,
  otherKind: 'documents.kind_unsupported',
  path: ({ userId, fileId }) => `case-files/${userId}/${fileId}`,
  identity: false,
  act: documentPermissions.addCaseFile,
};

/** A public picture, re-encoded [001 §5 Files, §7 Storage, decision A5]. */
const flyer: Rule = {
  kinds: images,
  otherKind: 'documents.type_unsupported',
  path: ({ userId, fileId }) => `workshop-flyers/${userId}/${fileId}`,
  identity: false,
  act: documentPermissions.addFlyer,
};

/** A picture for the learners of a course [001 §5 Files]. */
const lessonPicture: Rule = {
  ...flyer,
  path: ({ userId, fileId }) => `lesson-pictures/${userId}/${fileId}`,
  act: documentPermissions.addLessonPicture,
};

/** Word documents only [001 §5 Files, §7 Storage]. */
const whitepaper: Rule = {
  kinds: wordMimeTypes,
  otherKind: 'documents.word_only',
  path: ({ userId, fileId }) => `launch-whitepapers/${userId}/${fileId}`,
  identity: false,
};

const textDocuments = ['application/pdf', ...wordMimeTypes, 'text/plain'] as const;

/** [001 §5 Files, Scam form] */
const scamEvidence: Rule = {
  kinds: [...images, ...textDocuments],
  otherKind: 'documents.type_unsupported',
  path: ({ userId, fileId }) => `scam-reports/${userId}/${fileId}`,
  identity: false,
};

/** A report by staff [001 §5 Files]. The reporter can open it when the report is completed. */
const scamReport: Rule = { ...scamEvidence, kinds: textDocuments, act: documentPermissions.addScamReport };

const helpFile: Rule = {
  ...scamEvidence,
  kinds: proof,
  path: ({ userId, fileId }) => `help-files/${userId}/${fileId}`,
};

export const purposes = {
  'transaction-proof': payment('transaction-proofs'),
  'subscription-proof': payment('subscription-proofs'),
  'workshop-proof': payment('workshop-proofs'),
  'course-proof': payment('course-proofs'),
  'source-of-funds': payment('transaction-proofs'),
  'kyc-id': tier('tier1', 'id'),
  'kyc-trn': tier('tier1', 'trn'),
  'kyc-selfie': tier('tier1', 'selfie', ['image/jpeg']),
  'kyc-address': tier('tier2', 'address'),
  'kyc-income': tier('tier2', 'income'),
  'enhanced-source': enhanced('source-of-funds'),
  'enhanced-income': enhanced('income-proof'),
  'enhanced-jurisdiction': enhanced('jurisdiction-proof'),
  'case-file': caseFile,
  'workshop-flyer': flyer,
  'lesson-picture': lessonPicture,
  'launch-whitepaper': whitepaper,
  'scam-evidence': scamEvidence,
  'scam-report': scamReport,
  'help-file': helpFile,
} as const satisfies Record<string, Rule>;

export type Purpose = keyof typeof purposes;
export const getRule = (purpose: Purpose): Rule => purposes[purpose];
export const isPurpose = (text: unknown): text is Purpose => typeof text === 'string' && Object.hasOwn(purposes, text);

/** Quota of one customer, per day and in total (ASVS 5.2.4). */
export const quota = {
  day: { files: 60, bytes: 200n * 1024n * 1024n },
  total: { files: 2_000, bytes: 2n * 1024n * 1024n * 1024n },
} as const;

/** Quota for the unused files of all accounts. `UNUSED_FILES_MB` limits their bytes. */
export const maxUnusedFiles = 50_000;

export type Used = { readonly files: number; readonly bytes: bigint };

export const isOver = (used: Used, limit: Used): boolean => used.files >= limit.files || used.bytes >= limit.bytes;

export function quotaReached(day: Used, total: Used): 'day' | 'total' | null {
  if (isOver(total, quota.total)) return 'total';
  return isOver(day, quota.day) ? 'day' : null;
}
