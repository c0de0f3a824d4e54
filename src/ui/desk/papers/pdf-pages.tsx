import { useEffect, useRef, useState } from 'react';
import { drawPage, openPdf, type PDFDocumentProxy } from './pdf.ts';
import { Stage } from './stage.tsx';
import type { Size, View } from './view.ts';

type Page = Awaited<ReturnType<PDFDocumentProxy['getPage']>>;

/** Milliseconds a size rests before the page is drawn again for it: meanwhile the last drawing is stretched. */
const drawingRests = 140;

/** One page on a canvas, in the size it is shown. */
function Sheet({ page, width, label }: { page: Page; width: number; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<Page | null>(null);
  useEffect(() => {
    if (width <= 0) return;
    let stop = () => {};
    const draw = async () => {
      const target = canvas.current;
      if (!target) return;
      // Drawn beside and put in place whole, so that the page never flickers white.
      const beside = document.createElement('canvas');
      const drawing = drawPage(page, beside, width);
      stop = drawing.stop;
      await drawing.done;
      target.width = beside.width;
      target.height = beside.height;
      target.getContext('2d')?.drawImage(beside, 0, 0);
      target.dataset.drawn = 'yes';
      drawn.current = page;
    };
    // A drawing that was called off ends with an error of its own; the next one is under way already.
    const timer = setTimeout(() => void draw().catch(() => {}), drawn.current === page ? drawingRests : 0);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [page, width]);
  return <canvas ref={canvas} role="img" aria-label={label} />;
}

function useDocument(blob: Blob, onBroken: () => void) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const broken = useRef(onBroken);
  useEffect(() => {
    broken.current = onBroken;
  });
  useEffect(() => {
    let gone = false;
    let opened: PDFDocumentProxy | null = null;
    openPdf(blob).then(
      (document) => {
        opened = document;
        if (gone) void document.loadingTask.destroy();
        else setPdf(document);
      },
      () => gone || broken.current(),
    );
    return () => {
      gone = true;
      setPdf(null);
      void opened?.loadingTask.destroy();
    };
  }, [blob]);
  return pdf;
}

type PdfPagesProps = {
  blob: Blob;
  label: string;
  /** Which page, from 0. */
  at: number;
  view: View;
  onView: (view: View) => void;
  /** How many pages there are, once that is known. */
  onCount: (pages: number) => void;
  onBroken: () => void;
};

/** A PDF, one page at a time. */
export default function PdfPages({ blob, label, at, view, onView, onCount, onBroken }: PdfPagesProps) {
  const pdf = useDocument(blob, onBroken);
  const [page, setPage] = useState<Page | null>(null);
  const count = pdf?.numPages;
  useEffect(() => {
    if (count !== undefined) onCount(count);
  }, [count, onCount]);
  useEffect(() => {
    let gone = false;
    pdf?.getPage(Math.min(at, pdf.numPages - 1) + 1).then(
      (found) => gone || setPage(found),
      () => gone || onBroken(),
    );
    return () => {
      gone = true;
    };
  }, [pdf, at, onBroken]);
  const own = page?.getViewport({ scale: 1 });
  const size: Size | null = own ? { width: own.width, height: own.height } : null;
  return (
    <Stage label={label} paper={size} view={view} onView={onView}>
      {({ width }) => page && <Sheet page={page} width={width} label={`${label}, page ${at + 1}`} />}
    </Stage>
  );
}
