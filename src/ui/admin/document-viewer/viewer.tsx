import { ChevronLeft, ChevronRight, Download, Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { Button } from '../../button.tsx';
import { toastRefusal } from '../../error-message.ts';
import { formatBytes } from '../../format.ts';
import { Notice } from '../../notice.tsx';
import { Skeleton } from '../../skeleton.tsx';
import { FailedState } from '../../states.tsx';
import { getNextTab } from '../../tabs.tsx';
import { useShortcuts } from '../shortcuts.tsx';
import { DocumentCanvas } from './canvas.tsx';
import { type DocumentFile, downloadDocument, useDocumentFile, useObjectUrl } from './use-document-file.ts';
import { initialView, rotateView, type Size, type View, zoomBounds, zoomStep, zoomView } from './view.ts';

const PdfPages = lazy(() => import('./pdf-pages.tsx'));

type ViewProps = { view: View; onView: (view: View) => void };

function ImageView({
  blob,
  label,
  view,
  onView,
  onBroken,
}: ViewProps & { blob: Blob; label: string; onBroken: () => void }) {
  const url = useObjectUrl(blob);
  const [size, setSize] = useState<Size | null>(null);
  return (
    <DocumentCanvas label={label} documentSize={size} view={view} onView={onView}>
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
    </DocumentCanvas>
  );
}

type Pages = { index: number; count: number };
type DocumentViewProps = ViewProps & { file: DocumentFile; page: number; onCount: (count: number) => void };

function DocumentView({ file, page, onCount, ...viewProps }: DocumentViewProps) {
  const [broken, setBroken] = useState(false);
  const { data, error, refetch } = useDocumentFile(file);
  const onBroken = useCallback(() => setBroken(true), []);
  if (file.state === 'being_checked')
    return <Notice kind="wait">We're scanning this file for viruses. You can open it when the scan is done.</Notice>;
  if (file.state === 'refused')
    return (
      <Notice kind="bad">This file failed the virus scan and can't be opened. Ask the customer for a new one.</Notice>
    );
  if (error) return <FailedState text="We couldn't open this file." error={error} onRetry={() => void refetch()} />;
  if (broken) return <Notice kind="bad">This file can't be shown here. Download it instead.</Notice>;
  if (!data) return <Skeleton label="Loading the document" lines={[100, 100, 100, 100]} />;
  const shown = { blob: data, label: file.title, onBroken, ...viewProps };
  if (file.mime !== 'application/pdf') return <ImageView {...shown} />;
  return (
    <Suspense fallback={<Skeleton label="Loading the document" lines={[100, 100, 100, 100]} />}>
      <PdfPages {...shown} pageIndex={page} onCount={onCount} />
    </Suspense>
  );
}

type ToolProps = { label: string; onClick: (() => void) | undefined; children: ReactNode };

/** Toolbar button. Disabled buttons stay visible, so that the other buttons never move. */
const Tool = ({ label, onClick, children }: ToolProps) => (
  <Button variant="bare" icon label={label} aria-disabled={onClick ? undefined : true} onClick={() => onClick?.()}>
    {children}
  </Button>
);

type ToolsProps = ViewProps & { pages: Pages; onPage: (index: number) => void; onSave: () => void };

function Tools({ view, onView, pages, onPage, onSave }: ToolsProps) {
  const goBack = pages.index > 0 ? () => onPage(pages.index - 1) : undefined;
  const goForward = pages.index + 1 < pages.count ? () => onPage(pages.index + 1) : undefined;
  const zoomIn = view.zoom < zoomBounds.max ? () => onView(zoomView(view, zoomStep)) : undefined;
  const zoomOut = view.zoom > zoomBounds.min ? () => onView(zoomView(view, 1 / zoomStep)) : undefined;
  const rotate = () => onView(rotateView(view));
  const reset = view.zoom > 1 || view.turn > 0 ? () => onView(initialView) : undefined;
  useShortcuts({ '+': zoomIn, '=': zoomIn, '-': zoomOut, r: rotate, '0': reset, ',': goBack, '.': goForward });
  return (
    <>
      {pages.count > 1 && (
        <>
          <Tool label="Previous page" onClick={goBack}>
            <ChevronLeft className="ic" aria-hidden="true" />
          </Tool>
          <span className="num ink-2" role="status">
            Page {pages.index + 1} of {pages.count}
          </span>
          <Tool label="Next page" onClick={goForward}>
            <ChevronRight className="ic" aria-hidden="true" />
          </Tool>
        </>
      )}
      <Tool label="Zoom out" onClick={zoomOut}>
        <ZoomOut className="ic" aria-hidden="true" />
      </Tool>
      <span className="num ink-2 zoom">{Math.round(view.zoom * 100)}%</span>
      <Tool label="Zoom in" onClick={zoomIn}>
        <ZoomIn className="ic" aria-hidden="true" />
      </Tool>
      <Tool label="Rotate" onClick={rotate}>
        <RotateCw className="ic" aria-hidden="true" />
      </Tool>
      <Tool label="Fit to window" onClick={reset}>
        <Maximize className="ic" aria-hidden="true" />
      </Tool>
      <Tool label="Download" onClick={onSave}>
        <Download className="ic" aria-hidden="true" />
      </Tool>
    </>
  );
}

function DocumentPanel({ file }: { file: DocumentFile }) {
  const [view, setView] = useState(initialView);
  const [pages, setPages] = useState<Pages>({ index: 0, count: 1 });
  const onCount = useCallback((count: number) => setPages((now) => ({ ...now, count })), []);
  return (
    <>
      <div className="tools">
        <span className="ink-3 num t-2xs wrap-any of">
          {file.name}, {formatBytes(file.bytes)}
        </span>
        {file.state === 'clean' && (
          <Tools
            view={view}
            onView={setView}
            pages={pages}
            onPage={(index) => {
              setPages({ ...pages, index });
              setView({ ...view, x: 0, y: 0 });
            }}
            onSave={() => void downloadDocument(file).catch(toastRefusal)}
          />
        )}
      </div>
      <div className="canvas-area">
        <DocumentView file={file} page={pages.index} onCount={onCount} view={view} onView={setView} />
      </div>
    </>
  );
}

type ViewerProps = {
  files: readonly DocumentFile[];
  shown: string | null;
  onShow: (fileId: string) => void;
};

/** Viewer with one tab per file. Keys 1 to 9 open a tab. */
export function DocumentViewer({ files, shown, onShow }: ViewerProps) {
  const shownIndex = Math.max(
    0,
    files.findIndex(({ fileId }) => fileId === shown),
  );
  useShortcuts(Object.fromEntries(files.map(({ fileId }, index) => [String(index + 1), () => onShow(fileId)])));
  const file = files[shownIndex];
  if (!file) return <p className="ink-2">No documents uploaded.</p>;
  return (
    <div className="view papers">
      <div
        className="paper-tabs"
        role="tablist"
        aria-label="Documents"
        onKeyDown={(event) => {
          const next = files[getNextTab(event.key, shownIndex, files.length) ?? -1];
          if (!next) return;
          event.preventDefault();
          onShow(next.fileId);
          document.getElementById(`paper-${next.fileId}`)?.focus();
        }}
      >
        {files.map(({ fileId, title }, index) => (
          <button
            key={fileId}
            type="button"
            role="tab"
            id={`paper-${fileId}`}
            aria-selected={index === shownIndex}
            aria-controls="paper-shown"
            tabIndex={index === shownIndex ? 0 : -1}
            onClick={() => onShow(fileId)}
          >
            <kbd>{index + 1}</kbd> {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="paper-shown" aria-labelledby={`paper-${file.fileId}`}>
        <DocumentPanel key={file.fileId} file={file} />
      </div>
    </div>
  );
}
