export type FileRejection =
  | 'too_large'
  | 'empty'
  | 'unsupported'
  | 'mixed'
  | 'unreadable'
  | 'too_many_pixels'
  | 'pdf_locked'
  | 'pdf_active'
  | 'word_locked'
  | 'word_active';

export class PdfRejectionError extends Error {
  readonly rejection: FileRejection;

  constructor(rejection: FileRejection) {
    super(rejection);
    this.rejection = rejection;
  }
}
