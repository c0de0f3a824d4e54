/** How well a course was passed; the bands of a certificate. */
export type Band = 'pass' | 'merit' | 'distinction';

/** The band of a score in percent: of the final project, or of the quizzes where a course has none. */
export const bandOf = (percent: number): Band => (percent >= 90 ? 'distinction' : percent >= 80 ? 'merit' : 'pass');

export const bandWords: Readonly<Record<Band, string>> = {
  pass: 'Passed',
  merit: 'Passed with merit',
  distinction: 'Passed with distinction',
};

/** What a certificate says of a course, as it was in the version that was finished. */
export type CourseFacts = {
  readonly courseId: string;
  readonly courseTitle: string;
  readonly version: number;
  /** What the certificate is called. */
  readonly title: string;
  /** Share of every quiz to answer rightly, and of the final project, in percent; null where there is none. */
  readonly quizPass: number;
  readonly projectPass: number | null;
};

/** A certificate as its owner has it. */
export type Certificate = CourseFacts & {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly showsName: boolean;
  readonly band: Band;
  readonly issuedAt: Date;
  readonly revokedAt: Date | null;
};

/** What anybody learns of a code; `name` where its learner shows it and it stands. */
export type Verified = Pick<
  Certificate,
  'code' | 'courseTitle' | 'version' | 'title' | 'band' | 'issuedAt' | 'revokedAt'
> & { readonly name: string | null };

/** A certificate as staff see it on the page of a customer. */
export type DeskCertificate = Pick<
  Certificate,
  'id' | 'code' | 'courseTitle' | 'version' | 'band' | 'issuedAt' | 'revokedAt'
> & { readonly revokedBy: string | null; readonly reason: string | null };

/** What somebody did for it. */
export const criteriaOf = ({ quizPass, projectPass }: Pick<CourseFacts, 'quizPass' | 'projectPass'>): string =>
  `Finished every lesson and passed every quiz with ${quizPass}% or more${
    projectPass === null ? '.' : `, and passed the final project with ${projectPass}% or more.`
  }`;

/** A code in groups of four, as it is printed and read out. */
export const groupedCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');

/** Where anybody checks it. */
export const verifyPath = (code: string): string => `/verify/${groupedCode(code)}`;
