import { stat } from 'node:fs/promises';
import { wordKinds } from '../../kernel/word-kinds.ts';
import { inTurn, type Whose } from '../turns.ts';
import { maxFileBytes } from './file-store.ts';
import { isMixed, isWrapped, kindOf } from './kind.ts';
import { unfitPdfApart } from './pdf-apart.ts';
import { redraw } from './picture.ts';
import { isPlainText } from './plain-text.ts';
import type { Unfit } from './unfit.ts';
import { judgeWordApart } from './word-apart.ts';

/** A file that may be kept: where it lies, what it is and how long. */
export type Fit = { readonly path: string; readonly mime: string; readonly bytes: number };
export type NotFit = { readonly unfit: Unfit; readonly mime: string | null };

/**
 * One at a time: drawing takes a core, one of the four threads that also read and write files, and some memory. Each
 * network in turn, behind it each connection and each account: twenty pictures of one keep another's waiting for one of
 * them, not for twenty, and many accounts behind one connection leave the others a place.
 */
const oneByOne = inTurn({ places: 1, waiting: 100, ofOne: [60, 40, 20] });

/**
 * Judges a file by its bytes alone and makes it safe: a picture is drawn anew beside it (`path` with `.new`), a PDF,
 * a document of Word or a text stays as it is when nothing speaks against it. `allowed` are the kinds that its purpose
 * takes.
 */
export const inspect = (path: string, allowed: readonly string[], whose: Whose): Promise<Fit | NotFit> =>
  oneByOne(whose, async () => {
    if (wordKinds.some((kind) => allowed.includes(kind)) && (await isWrapped(path))) return word(path, allowed, whose);
    const mime = await kindOf(path);
    if (mime === null && allowed.includes('text/plain')) return text(path);
    if (mime === null || !allowed.includes(mime)) return { unfit: 'unsupported', mime };
    const unfit = mime === 'application/pdf' ? await unfitPdfApart(path, whose) : null;
    if (unfit) return { unfit, mime };
    if (await isMixed(path)) return { unfit: 'mixed', mime };
    return mime === 'application/pdf' ? { path, mime, bytes: (await stat(path)).size } : redrawn(path, mime);
  });

/** A document of Word says what it is deep within; it stays as it is when nothing speaks against it. */
async function word(path: string, allowed: readonly string[], whose: Whose): Promise<Fit | NotFit> {
  const { mime, unfit } = await judgeWordApart(path, whose);
  if (mime === null || !allowed.includes(mime)) return { unfit: 'unsupported', mime };
  return unfit ? { unfit, mime } : { path, mime, bytes: (await stat(path)).size };
}

async function text(path: string): Promise<Fit | NotFit> {
  if (!(await isPlainText(path))) return { unfit: 'unsupported', mime: null };
  if (await isMixed(path)) return { unfit: 'mixed', mime: 'text/plain' };
  return { path, mime: 'text/plain', bytes: (await stat(path)).size };
}

async function redrawn(path: string, mime: string): Promise<Fit | NotFit> {
  const to = redrawnPath(path);
  const drawn = await redraw({ from: path, to, mime }, maxFileBytes);
  return typeof drawn === 'string' ? { unfit: drawn, mime } : { path: to, mime, bytes: drawn.bytes };
}

/** Where the new drawing of a side file lies. */
export const redrawnPath = (path: string): string => `${path}.new`;
