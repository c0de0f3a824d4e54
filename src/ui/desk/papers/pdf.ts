import { AnnotationMode, GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import faxDecoder from 'pdfjs-dist/wasm/jbig2_nowasm_fallback.js?url';
import photoDecoder from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url';

/**
 * The reader of PDFs. Loaded only once one is opened. Nothing of a document is ever run: its scripts need a sandbox
 * that is not part of this product, forms and links are not drawn, and nothing is fetched on its behalf.
 */
GlobalWorkerOptions.workerSrc = workerUrl;

/**
 * Where the decoders of scans lie (fax, JBIG2, JPEG 2000), as plain script: the pages' policy runs no WebAssembly. The
 * reader looks for them by name in one folder.
 */
const folderOf = (url: string): string => new URL('.', new URL(url, location.href)).href;
const decoders = folderOf(faxDecoder);
if (decoders !== folderOf(photoDecoder)) throw new Error('the decoders of scans lie apart');

export type { PDFDocumentProxy };

/** A picture within a document may have so many points; larger ones are left out. */
const largestPicture = 40_000_000;

export async function openPdf(blob: Blob): Promise<PDFDocumentProxy> {
  return getDocument({
    data: new Uint8Array(await blob.arrayBuffer()),
    enableXfa: false,
    useWasm: false,
    wasmUrl: decoders,
    maxImageSize: largestPicture,
    stopAtErrors: false,
    verbosity: 0,
  }).promise;
}

/** Points that a page may be drawn with, so that eight times an A4 page does not fill the memory of a phone. */
const mostPoints = 12_000_000;

export type Drawing = { readonly done: Promise<void>; readonly stop: () => void };

/** Draws a page so wide; sharper screens get more points, as far as that makes sense. */
export function drawPage(
  page: Awaited<ReturnType<PDFDocumentProxy['getPage']>>,
  canvas: HTMLCanvasElement,
  width: number,
): Drawing {
  const own = page.getViewport({ scale: 1 });
  const most = Math.sqrt(mostPoints / (own.width * own.height));
  const scale = Math.min((width / own.width) * Math.min(devicePixelRatio, 2), most);
  const viewport = page.getViewport({ scale });
  canvas.width = Math.ceil(viewport.width);
  canvas.height = Math.ceil(viewport.height);
  const task = page.render({
    canvas,
    viewport,
    annotationMode: AnnotationMode.DISABLE,
  });
  return { done: task.promise, stop: () => task.cancel() };
}
