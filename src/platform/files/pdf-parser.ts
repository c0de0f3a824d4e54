import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
// Loads the parser now, so that its load time does not count as work on the first file.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { serveWorker } from '../jobs/worker-entry.ts';
import type { FileRejection } from './rejection.ts';

const activeSubtypes = new Set(['FileAttachment', 'Sound', 'Movie', 'Screen', 'RichMedia', '3D']);

/** Returns the reason to reject a PDF. Null for a safe PDF with pages. */
async function parsePdf(bytes: Uint8Array): Promise<FileRejection | null> {
  const loading = getDocument({
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
    if (await hasActiveContent(pdf)) return 'pdf_active';
    for (let n = 1; n <= pdf.numPages; n++) if (await hasPageActions(await pdf.getPage(n))) return 'pdf_active';
    return null;
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'pdf_locked' : 'unreadable';
  } finally {
    await loading.destroy();
  }
}

async function hasActiveContent(pdf: PDFDocumentProxy): Promise<boolean> {
  const { info } = (await pdf.getMetadata()) as { info: { IsXFAPresent?: boolean } };
  return Boolean(info.IsXFAPresent || (await pdf.getAttachments()) || (await pdf.getJSActions()));
}

async function hasPageActions(page: PDFPageProxy): Promise<boolean> {
  const annotations = (await page.getAnnotations()) as { subtype?: string }[];
  return annotations.some(({ subtype }) => activeSubtypes.has(subtype ?? '')) || Boolean(await page.getJSActions());
}

serveWorker(parsePdf);
