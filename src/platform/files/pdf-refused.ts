import type { Unfit } from './unfit.ts';

/** Ends the reading of a PDF at the first thing that speaks against it. */
export class PdfRefused extends Error {
  readonly unfit: Unfit;

  constructor(unfit: Unfit) {
    super(unfit);
    this.unfit = unfit;
  }
}
