import { stat } from 'node:fs/promises';
import { maxFileBytes } from './file-store.ts';
import { isMixed, kindOf } from './kind.ts';
import { unfitPdf } from './pdf-scan.ts';
import { redraw } from './picture.ts';
import { turnstile } from './turnstile.ts';
import type { Unfit } from './unfit.ts';

/** A file that may be kept: where it lies, what it is and how long. */
export type Fit = { readonly path: string; readonly mime: string; readonly bytes: number };
export type NotFit = { readonly unfit: Unfit; readonly mime: string | null };

/** One at a time: drawing takes a core and some memory, and who waits a moment longer does not notice. */
const oneByOne = turnstile(1);

/**
 * Judges a file by its bytes alone and makes it safe: a picture is drawn anew beside it (`path` with `.new`), a PDF
 * stays as it is when nothing speaks against it. `allowed` are the kinds that its purpose takes.
 */
export const inspect = (path: string, allowed: readonly string[]): Promise<Fit | NotFit> =>
  oneByOne(async () => {
    const mime = await kindOf(path);
    if (mime === null || !allowed.includes(mime)) return { unfit: 'unsupported', mime };
    const unfit = mime === 'application/pdf' ? await unfitPdf(path) : null;
    if (unfit) return { unfit, mime };
    if (await isMixed(path)) return { unfit: 'mixed', mime };
    return mime === 'application/pdf' ? { path, mime, bytes: (await stat(path)).size } : redrawn(path, mime);
  });

async function redrawn(path: string, mime: string): Promise<Fit | NotFit> {
  const to = redrawnPath(path);
  const drawn = await redraw({ from: path, to, mime }, maxFileBytes);
  return typeof drawn === 'string' ? { unfit: drawn, mime } : { path: to, mime, bytes: drawn.bytes };
}

/** Where the new drawing of a side file lies. */
export const redrawnPath = (path: string): string => `${path}.new`;
