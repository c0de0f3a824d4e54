import { ChevronLeft, ChevronRight, Download, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { useShortcuts } from '../../../../ui/admin/shortcuts.tsx';
import { Button } from '../../../../ui/button.tsx';
import { formatBytes, formatDateTime } from '../../../../ui/format.ts';
import { useFileLink } from '../../../documents/staff/screens/file-link.ts';
import type { CaseFile } from './data.ts';

const zooms = [1, 1.5, 2, 3, 4] as const;

type PictureProps = { url: string | undefined; name: string; zoom: number; quarterTurns: number };

function Picture({ url, name, zoom, quarterTurns: turn }: PictureProps) {
  const [isBroken, setIsBroken] = useState(false);
  if (!url) return <p className="ink-2 none">Opening…</p>;
  if (isBroken) return <p className="ink-2 none">We can't show this picture. Please download it.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a large picture is scrolled by the keyboard too.
    <section className="frame" tabIndex={0} aria-label={name}>
      <div className="paper" style={{ '--zoom': zoom } as CSSProperties}>
        <img
          className={turn % 2 === 1 ? 'turned' : undefined}
          src={url}
          alt={`${name}, uploaded by the customer`}
          style={{ rotate: `${turn * 90}deg` }}
          onError={() => setIsBroken(true)}
        />
      </div>
    </section>
  );
}

type EvidenceProps = { files: readonly CaseFile[]; nameOf: (file: CaseFile) => string };

/** Uploaded proofs. A proof is a claim: the bank or the chain decides (decision A3). */
export function Evidence({ files, nameOf }: EvidenceProps) {
  const [index, setIndex] = useState(0);
  const [zoom, setZoom] = useState(0);
  const [turn, setTurn] = useState(0);
  const show = (nextIndex: number) => {
    setIndex((nextIndex + files.length) % Math.max(1, files.length));
    setZoom(0);
    setTurn(0);
  };
  useShortcuts({ e: files.length > 1 ? () => show(index + 1) : undefined });
  const shown = files[index] ?? files[0];
  const { url, failed } = useFileLink(shown?.state === 'clean' ? shown.id : undefined);
  if (!shown) return <p className="ink-2">No files attached.</p>;
  const name = nameOf(shown);
  const isPicture = shown.state === 'clean' && shown.mime.startsWith('image/');
  return (
    <div>
      <div className="view">
        <div className="tools">
          <span className="b">{name}</span>
          <span className="ink-3 num of">
            {index + 1} of {files.length}
          </span>
          {files.length > 1 && (
            <>
              <Button variant="bare" icon label="Previous evidence" onClick={() => show(index - 1)}>
                <ChevronLeft className="ic" aria-hidden="true" />
              </Button>
              <Button variant="bare" icon label="Next evidence" onClick={() => show(index + 1)}>
                <ChevronRight className="ic" aria-hidden="true" />
              </Button>
            </>
          )}
          {isPicture && (
            <>
              <Button variant="bare" icon label="Zoom out" onClick={() => setZoom(Math.max(0, zoom - 1))}>
                <ZoomOut className="ic" aria-hidden="true" />
              </Button>
              <Button variant="bare" icon label="Zoom in" onClick={() => setZoom(Math.min(zooms.length - 1, zoom + 1))}>
                <ZoomIn className="ic" aria-hidden="true" />
              </Button>
              <Button variant="bare" icon label="Rotate" onClick={() => setTurn((turn + 1) % 4)}>
                <RotateCw className="ic" aria-hidden="true" />
              </Button>
            </>
          )}
          {url && (
            <a className="btn bare icon" href={url} download aria-label={`Download ${name}`}>
              <Download className="ic" aria-hidden="true" />
            </a>
          )}
        </div>
        {shown.state === 'refused' ? (
          <p className="ink-2 none">The virus scan found malware, so we deleted this file.</p>
        ) : shown.state === 'being_checked' ? (
          <p className="ink-2 none">The virus scan hasn't finished. You can open this file afterwards.</p>
        ) : failed ? (
          <p className="ink-2 none">We can't open this file. Please reload the page.</p>
        ) : isPicture ? (
          <Picture key={shown.id} url={url} name={name} zoom={zooms[zoom] ?? 1} quarterTurns={turn} />
        ) : (
          <p className="none">
            {url && (
              <a className="link" href={url} target="_blank" rel="noopener">
                Open the PDF
              </a>
            )}
          </p>
        )}
      </div>
      <p className="t-2xs ink-3 num">
        {shown.name}, {formatBytes(shown.bytes)}, {formatDateTime(shown.createdAt)}. A proof is only a claim: check the
        bank line or the chain.
      </p>
    </div>
  );
}
