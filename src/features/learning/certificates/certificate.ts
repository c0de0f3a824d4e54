export type Grade = 'pass' | 'merit' | 'distinction';

export const getGrade = (percent: number): Grade => (percent >= 90 ? 'distinction' : percent >= 80 ? 'merit' : 'pass');

export const gradeLabels: Readonly<Record<Grade, string>> = {
  pass: 'Passed',
  merit: 'Passed with merit',
  distinction: 'Passed with distinction',
};

/** Data of the course version that the learner finished. */
export type CourseSummary = {
  readonly courseId: string;
  readonly courseTitle: string;
  readonly version: number;
  readonly title: string;
  /** Pass marks in percent. `projectPass` is null without a project. */
  readonly quizPass: number;
  readonly projectPass: number | null;
};

export type Certificate = CourseSummary & {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly showsName: boolean;
  readonly band: Grade;
  readonly issuedAt: Date;
  readonly revokedAt: Date | null;
};

/** `name` is null when the owner hides it or the certificate is revoked. */
export type VerifiedCertificate = Pick<
  Certificate,
  'code' | 'courseTitle' | 'version' | 'title' | 'band' | 'issuedAt' | 'revokedAt'
> & { readonly name: string | null };

export type CustomerCertificate = Pick<
  Certificate,
  'id' | 'code' | 'courseTitle' | 'version' | 'band' | 'issuedAt' | 'revokedAt'
> & { readonly revokedBy: string | null; readonly reason: string | null };

export const formatCriteria = ({ quizPass, projectPass }: Pick<CourseSummary, 'quizPass' | 'projectPass'>): string =>
  `Finished every lesson and passed every quiz with ${quizPass}% or more${
    projectPass === null ? '.' : `, and passed the final project with ${projectPass}% or more.`
  }`;

export const formatCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');

export const getVerifyPath = (code: string): string => `/verify/${formatCode(code)}`;
