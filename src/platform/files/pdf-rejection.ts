import type { FileRejection } from './rejection.ts';

export class PdfRejectionError extends Error {
  readonly rejection: FileRejection;

  constructor(rejection: FileRejection) {
    super(rejection);
    this.rejection = rejection;
  }
}
