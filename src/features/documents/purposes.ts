import type { Act } from '../../kernel/acts.ts';
import { docKind, docxKind, wordKinds } from '../../kernel/word-kinds.ts';
import { documentActs } from './acts.ts';

/**
 * What may be uploaded, as what, of which kinds [000 §5 Files, 001 §5 Files], and where it is kept, encrypted all of
 * it: storage buckets and path shapes as documented, each below its owner's id [000 §3 Storage, §6, §7 Storage, 001 §3
 * Storage buckets, §6 Storage, §7 Storage]. Paths are made of our own ids alone (decision A5).
 */
const images = ['image/png', 'image/jpeg', 'image/webp'] as const;
const proof = [...images, 'application/pdf'] as const;
const official = ['image/png', 'image/jpeg', 'application/pdf'] as const;

export const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  [docxKind]: 'docx',
  [docKind]: 'doc',
  'text/plain': 'txt',
};

/** Where a file goes: whose it is, its own id, the submission it is for, and when it came. */
export type FileLocation = {
  readonly userId: string;
  readonly fileId: string;
  readonly submissionId: string;
  readonly extension: string;
  readonly at: Date;
};

type Rule = {
  /** The kinds taken, by their bytes. */
  readonly kinds: readonly string[];
  /** The words with which another kind is refused. */
  readonly otherKind:
    | 'documents.upload_failed'
    | 'documents.kind_unsupported'
    | 'documents.type_unsupported'
    | 'documents.word_only';
  readonly path: (place: FileLocation) => string;
  /** Papers of an identity check: for a submission. */
  readonly identity: boolean;
  /** Who alone may upload it; for everybody else there is no such purpose. */
  readonly act?: Act;
};

/**
 * Where proofs lie: in transaction-proofs, subscription-proofs and workshop-proofs, under the user and the file [001 §7
 * Storage].
 */
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

/** What staff put into a case (features/compliance). It belongs to who uploaded it, and only compliance opens it. */
const caseFile: Rule = {
  kinds: proof,
  otherKind: 'documents.kind_unsupported',
  path: ({ userId, fileId }) => `case-files/${userId}/${fileId}`,
  identity: false,
  act: documentActs.addCaseFile,
};

/**
 * The workshop flyer, an image: drawn anew like every picture, and shown to everybody [001 §5 Files, §7 Storage,
 * decision A5].
 */
const flyer: Rule = {
  kinds: images,
  otherKind: 'documents.type_unsupported',
  path: ({ userId, fileId }) => `workshop-flyers/${userId}/${fileId}`,
  identity: false,
  act: documentActs.addFlyer,
};

/** A lesson image: drawn anew, and shown to whoever takes its course [001 §5 Files]. */
const lessonPicture: Rule = {
  ...flyer,
  path: ({ userId, fileId }) => `lesson-pictures/${userId}/${fileId}`,
  act: documentActs.addLessonPicture,
};

/** The launch whitepaper: a document of Word, and nothing else [001 §5 Files, §7 Storage]. */
const whitepaper: Rule = {
  kinds: wordKinds,
  otherKind: 'documents.word_only',
  path: ({ userId, fileId }) => `launch-whitepapers/${userId}/${fileId}`,
  identity: false,
};

/** Texts and pictures, as Word and other programs make them. */
const papers = ['application/pdf', ...wordKinds, 'text/plain'] as const;

/** Scam evidence: images, PDF, Word, text [001 §5 Files, Scam form]. */
const scamEvidence: Rule = {
  kinds: [...images, ...papers],
  otherKind: 'documents.type_unsupported',
  path: ({ userId, fileId }) => `scam-reports/${userId}/${fileId}`,
  identity: false,
};

/**
 * Admin reports, what staff answer such a report with: PDF, Word, text [001 §5 Files]. It belongs to who uploaded it;
 * the reporter opens it once theirs is completed.
 */
const scamReport: Rule = { ...scamEvidence, kinds: papers, act: documentActs.addScamReport };

export const purposes = {
  'transaction-proof': payment('transaction-proofs'),
  'subscription-proof': payment('subscription-proofs'),
  'workshop-proof': payment('workshop-proofs'),
  'course-proof': payment('course-proofs'),
  'source-of-funds': payment('transaction-proofs'),
  'kyc-id': tier('tier1', 'id'),
  'kyc-trn': tier('tier1', 'trn'),
  /** Live from the camera, which makes JPEG. */
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
} as const satisfies Record<string, Rule>;

export type Purpose = keyof typeof purposes;
export const ruleOf = (purpose: Purpose): Rule => purposes[purpose];
export const isPurpose = (word: unknown): word is Purpose => typeof word === 'string' && Object.hasOwn(purposes, word);

/** What one customer may leave with us: a day's worth for the busiest honest one, and all together (ASVS 5.2.4). */
export const quota = {
  day: { files: 60, bytes: 200n * 1024n * 1024n },
  total: { files: 2_000, bytes: 2n * 1024n * 1024n * 1024n },
} as const;

/**
 * What lies here that nobody handed in, together: of one connection and of the network around it within a day, and of
 * everybody, as many files and the bytes of a setting. Whoever handed in a file before has as much room again.
 */
export const unusedRoom = {
  connection: { files: 200, bytes: 500n * 1024n * 1024n },
  network: { files: 1_000, bytes: 2n * 1024n * 1024n * 1024n },
  files: 50_000,
} as const;

export type Used = { readonly files: number; readonly bytes: bigint };

/** Whether nothing more fits. */
export const over = (used: Used, most: Used): boolean => used.files >= most.files || used.bytes >= most.bytes;

/** Which limit is reached, if any. */
export function quotaReached(day: Used, total: Used): 'day' | 'total' | null {
  if (over(total, quota.total)) return 'total';
  return over(day, quota.day) ? 'day' : null;
}
