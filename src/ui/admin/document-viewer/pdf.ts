import { AnnotationMode, GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import faxDecoder from 'pdfjs-dist/wasm/jbig2_nowasm_fallback.js?url';
import photoDecoder from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url';

/** Scripts, forms and links in a PDF stay disabled. */
GlobalWorkerOptions.workerSrc = workerUrl;

/** JavaScript decoders for scans (fax, JBIG2, JPEG 2000), because the CSP forbids WebAssembly. */
const getFolder = (url: string): string => new URL('.', new URL(url, location.href)).href;
const decoders = getFolder(faxDecoder);
if (decoders !== getFolder(photoDecoder)) throw new Error('the decoders of scans lie apart');

export type { PDFDocumentProxy };

const maxImagePixels = 40_000_000;

export async function openPdf(blob: Blob): Promise<PDFDocumentProxy> {
  return getDocument({
    data: new Uint8Array(await blob.arrayBuffer()),
    enableXfa: false,
    useWasm: false,
    wasmUrl: decoders,
    maxImageSize: maxImagePixels,
    stopAtErrors: false,
    verbosity: 0,
  }).promise;
}

/** Maximum pixels of a drawn page. Limits memory on phones at high zoom. */
const maxPagePixels = 12_000_000;

export type Drawing = { readonly done: Promise<void>; readonly stop: () => void };

export function drawPage(
  page: Awaited<ReturnType<PDFDocumentProxy['getPage']>>,
  canvas: HTMLCanvasElement,
  width: number,
): Drawing {
  const original = page.getViewport({ scale: 1 });
  const maxScale = Math.sqrt(maxPagePixels / (original.width * original.height));
  const scale = Math.min((width / original.width) * Math.min(devicePixelRatio, 2), maxScale);
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
