import { ChevronLeft, ChevronRight, Download, Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { Button } from '../../button.tsx';
import { FailedState } from '../../failed-state.tsx';
import { bytesText } from '../../format.ts';
import { Notice } from '../../notice.tsx';
import { toastRefusal } from '../../refusal-words.ts';
import { Skeleton } from '../../skeleton.tsx';
import { tabAfter } from '../../tabs.tsx';
import { useKeys } from '../keys.ts';
import { Stage } from './stage.tsx';
import { type Paper, savePaper, useObjectUrl, usePaper } from './use-paper.ts';
import { type Size, turned, type View, whole, zoomBounds, zoomed, zoomStep } from './view.ts';

/** The reader of PDFs weighs more than the rest of the desk: it comes with the first PDF. */
const PdfPages = lazy(() => import('./pdf-pages.tsx'));

type Looked = { view: View; onView: (view: View) => void };

function Picture({
  blob,
  label,
  view,
  onView,
  onBroken,
}: Looked & { blob: Blob; label: string; onBroken: () => void }) {
  const url = useObjectUrl(blob);
  const [size, setSize] = useState<Size | null>(null);
  return (
    <Stage label={label} paper={size} view={view} onView={onView}>
      {() =>
        url && (
          <img
            src={url}
            alt={`${label}, uploaded by the customer`}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
            onError={onBroken}
          />
        )
      }
    </Stage>
  );
}

type Pages = { at: number; count: number };
type OpenPaperProps = Looked & { paper: Paper; page: number; onCount: (count: number) => void };

/** The paper itself, or why it cannot be seen. */
function OpenPaper({ paper, page, onCount, ...looked }: OpenPaperProps) {
  const [broken, setBroken] = useState(false);
  const { data, error, refetch } = usePaper(paper);
  const onBroken = useCallback(() => setBroken(true), []);
  if (paper.state === 'being_checked')
    return (
      <Notice kind="wait">This file is being checked for harmful content. It can be seen once that is done.</Notice>
    );
  if (paper.state === 'refused')
    return <Notice kind="bad">The check refused this file, so nobody can open it. Ask for it again.</Notice>;
  if (error) return <FailedState text="The file could not be read." error={error} onRetry={() => void refetch()} />;
  if (broken) return <Notice kind="bad">This file cannot be shown here. Download it instead.</Notice>;
  if (!data) return <Skeleton label="Loading the document" lines={[100, 100, 100, 100]} />;
  const shown = { blob: data, label: paper.title, onBroken, ...looked };
  if (paper.mime !== 'application/pdf') return <Picture {...shown} />;
  return (
    <Suspense fallback={<Skeleton label="Loading the document" lines={[100, 100, 100, 100]} />}>
      <PdfPages {...shown} at={page} onCount={onCount} />
    </Suspense>
  );
}

type ToolProps = { label: string; act: (() => void) | undefined; children: ReactNode };

/** A tool that has come to its end stays in its place, so that the others do not move under the pointer. */
const Tool = ({ label, act, children }: ToolProps) => (
  <Button look="bare" icon label={label} aria-disabled={act ? undefined : true} onClick={() => act?.()}>
    {children}
  </Button>
);

type ToolsProps = Looked & { pages: Pages; onPage: (at: number) => void; onSave: () => void };

function Tools({ view, onView, pages, onPage, onSave }: ToolsProps) {
  const back = pages.at > 0 ? () => onPage(pages.at - 1) : undefined;
  const on = pages.at + 1 < pages.count ? () => onPage(pages.at + 1) : undefined;
  const larger = view.zoom < zoomBounds.most ? () => onView(zoomed(view, zoomStep)) : undefined;
  const smaller = view.zoom > zoomBounds.least ? () => onView(zoomed(view, 1 / zoomStep)) : undefined;
  const turn = () => onView(turned(view));
  const fit = view.zoom > 1 || view.turn > 0 ? () => onView(whole) : undefined;
  useKeys({ '+': larger, '=': larger, '-': smaller, r: turn, '0': fit, ',': back, '.': on });
  return (
    <>
      {pages.count > 1 && (
        <>
          <Tool label="Previous page" act={back}>
            <ChevronLeft className="ic" aria-hidden="true" />
          </Tool>
          <span className="num ink-2" role="status">
            Page {pages.at + 1} of {pages.count}
          </span>
          <Tool label="Next page" act={on}>
            <ChevronRight className="ic" aria-hidden="true" />
          </Tool>
        </>
      )}
      <Tool label="Zoom out" act={smaller}>
        <ZoomOut className="ic" aria-hidden="true" />
      </Tool>
      <span className="num ink-2 zoom">{Math.round(view.zoom * 100)}%</span>
      <Tool label="Zoom in" act={larger}>
        <ZoomIn className="ic" aria-hidden="true" />
      </Tool>
      <Tool label="Rotate" act={turn}>
        <RotateCw className="ic" aria-hidden="true" />
      </Tool>
      <Tool label="Fit" act={fit}>
        <Maximize className="ic" aria-hidden="true" />
      </Tool>
      <Tool label="Download" act={onSave}>
        <Download className="ic" aria-hidden="true" />
      </Tool>
    </>
  );
}

/** One paper with its tools. Another paper starts whole and upright again. */
function PaperView({ paper }: { paper: Paper }) {
  const [view, setView] = useState(whole);
  const [pages, setPages] = useState<Pages>({ at: 0, count: 1 });
  const onCount = useCallback((count: number) => setPages((now) => ({ ...now, count })), []);
  return (
    <>
      <div className="tools">
        <span className="ink-3 num t-2xs wrap-any of">
          {paper.name}, {bytesText(paper.bytes)}
        </span>
        {paper.state === 'clean' && (
          <Tools
            view={view}
            onView={setView}
            pages={pages}
            onPage={(at) => {
              setPages({ ...pages, at });
              setView({ ...view, x: 0, y: 0 });
            }}
            onSave={() => void savePaper(paper).catch(toastRefusal)}
          />
        )}
      </div>
      <div className="room">
        <OpenPaper paper={paper} page={pages.at} onCount={onCount} view={view} onView={setView} />
      </div>
    </>
  );
}

type ViewerProps = {
  papers: readonly Paper[];
  /** Which paper is looked at; the owner keeps it, so that the data beside it can choose one. */
  shown: string | null;
  onShow: (fileId: string) => void;
};

/** The papers of a customer, one at a time, chosen by tab or by the keys 1 to 9. */
export function DocumentViewer({ papers, shown, onShow }: ViewerProps) {
  const at = Math.max(
    0,
    papers.findIndex(({ fileId }) => fileId === shown),
  );
  useKeys(Object.fromEntries(papers.map(({ fileId }, index) => [String(index + 1), () => onShow(fileId)])));
  const paper = papers[at];
  if (!paper) return <p className="ink-2">No documents were handed in.</p>;
  return (
    <div className="view papers">
      <div
        className="paper-tabs"
        role="tablist"
        aria-label="Documents"
        onKeyDown={(event) => {
          const next = papers[tabAfter(event.key, at, papers.length) ?? -1];
          if (!next) return;
          event.preventDefault();
          onShow(next.fileId);
          document.getElementById(`paper-${next.fileId}`)?.focus();
        }}
      >
        {papers.map(({ fileId, title }, index) => (
          <button
            key={fileId}
            type="button"
            role="tab"
            id={`paper-${fileId}`}
            aria-selected={index === at}
            aria-controls="paper-shown"
            tabIndex={index === at ? 0 : -1}
            onClick={() => onShow(fileId)}
          >
            <kbd>{index + 1}</kbd> {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="paper-shown" aria-labelledby={`paper-${paper.fileId}`}>
        <PaperView key={paper.fileId} paper={paper} />
      </div>
    </div>
  );
}
