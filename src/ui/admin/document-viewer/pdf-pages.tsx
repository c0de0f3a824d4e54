import { useEffect, useRef, useState } from 'react';
import { DocumentCanvas } from './canvas.tsx';
import { drawPage, openPdf, type PDFDocumentProxy } from './pdf.ts';
import type { Size, View } from './view.ts';

type Page = Awaited<ReturnType<PDFDocumentProxy['getPage']>>;

/** Delay before redrawing a resized page, ms. Until then the browser scales the previous drawing. */
const redrawDelayMs = 140;

function PdfPage({ page, width, label }: { page: Page; width: number; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const renderedPage = useRef<Page | null>(null);
  useEffect(() => {
    if (width <= 0) return;
    let stop = () => {};
    const redraw = async () => {
      const target = canvas.current;
      if (!target) return;
      // Drawing off screen prevents flicker.
      const offscreen = document.createElement('canvas');
      const drawing = drawPage(page, offscreen, width);
      stop = drawing.stop;
      await drawing.done;
      target.width = offscreen.width;
      target.height = offscreen.height;
      target.getContext('2d')?.drawImage(offscreen, 0, 0);
      target.dataset.drawn = 'yes';
      renderedPage.current = page;
    };
    // A cancelled drawing rejects. Its replacement is already running, so the error is ignored.
    const timer = setTimeout(() => void redraw().catch(() => {}), renderedPage.current === page ? redrawDelayMs : 0);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [page, width]);
  return <canvas ref={canvas} role="img" aria-label={label} />;
}

function useDocument(blob: Blob, onBroken: () => void) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const latestOnBroken = useRef(onBroken);
  useEffect(() => {
    latestOnBroken.current = onBroken;
  });
  useEffect(() => {
    let isUnmounted = false;
    let opened: PDFDocumentProxy | null = null;
    openPdf(blob).then(
      (document) => {
        opened = document;
        if (isUnmounted) void document.loadingTask.destroy();
        else setPdf(document);
      },
      () => isUnmounted || latestOnBroken.current(),
    );
    return () => {
      isUnmounted = true;
      setPdf(null);
      void opened?.loadingTask.destroy();
    };
  }, [blob]);
  return pdf;
}

type PdfPagesProps = {
  blob: Blob;
  label: string;
  pageIndex: number;
  view: View;
  onView: (view: View) => void;
  onCount: (pages: number) => void;
  onBroken: () => void;
};

export default function PdfPages({ blob, label, pageIndex, view, onView, onCount, onBroken }: PdfPagesProps) {
  const pdf = useDocument(blob, onBroken);
  const [page, setPage] = useState<Page | null>(null);
  const count = pdf?.numPages;
  useEffect(() => {
    if (count !== undefined) onCount(count);
  }, [count, onCount]);
  useEffect(() => {
    let isUnmounted = false;
    pdf?.getPage(Math.min(pageIndex, pdf.numPages - 1) + 1).then(
      (found) => isUnmounted || setPage(found),
      () => isUnmounted || onBroken(),
    );
    return () => {
      isUnmounted = true;
    };
  }, [pdf, pageIndex, onBroken]);
  const viewport = page?.getViewport({ scale: 1 });
  const size: Size | null = viewport ? { width: viewport.width, height: viewport.height } : null;
  return (
    <DocumentCanvas label={label} documentSize={size} view={view} onView={onView}>
      {({ width }) => page && <PdfPage page={page} width={width} label={`${label}, page ${pageIndex + 1}`} />}
    </DocumentCanvas>
  );
}
