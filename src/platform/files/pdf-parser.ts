import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Unfit } from './unfit.ts';

/** A process that does nothing but open PDFs, one after the other (`pdf-apart.ts`). */
process.on('message', async (bytes: Uint8Array) => {
  const answer = await parsedPdf(bytes).then(
    (done) => ({ done }),
    (error: unknown) => ({ failed: String(error) }),
  );
  process.send?.(answer);
});

/** What is laid over a page and is no text, link, mark or field of a form: it plays, shows or carries something. */
const acting = new Set(['FileAttachment', 'Sound', 'Movie', 'Screen', 'RichMedia', '3D']);

/**
 * Opens a PDF with the reader that draws papers at the desk, and says why it is not taken: locked, active, or without a
 * page that this reader can open. Null: nothing was found.
 */
async function parsedPdf(bytes: Uint8Array): Promise<Unfit | null> {
  const loading = getDocument({
    // A buffer of ours is seen as the bytes that it is.
    data: new Uint8Array(bytes),
    enableXfa: false,
    useSystemFonts: false,
    disableFontFace: true,
    useWasm: false,
    verbosity: 0,
  });
  try {
    const pdf = await loading.promise;
    if (pdf.numPages === 0) return 'unreadable';
    if (await isActive(pdf)) return 'pdf_active';
    for (let n = 1; n <= pdf.numPages; n++) if (await actsOnPage(await pdf.getPage(n))) return 'pdf_active';
    return null;
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'pdf_locked' : 'unreadable';
  } finally {
    await loading.destroy();
  }
}

async function isActive(pdf: PDFDocumentProxy): Promise<boolean> {
  const { info } = (await pdf.getMetadata()) as { info: { IsXFAPresent?: boolean } };
  return Boolean(info.IsXFAPresent || (await pdf.getAttachments()) || (await pdf.getJSActions()));
}

async function actsOnPage(page: PDFPageProxy): Promise<boolean> {
  const laidOver = (await page.getAnnotations()) as { subtype?: string }[];
  return laidOver.some(({ subtype }) => acting.has(subtype ?? '')) || Boolean(await page.getJSActions());
}
