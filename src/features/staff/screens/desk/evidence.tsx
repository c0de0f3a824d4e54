import { ChevronLeft, ChevronRight, Download, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useKeys } from '../../../../ui/desk/keys.ts';
import { bytesText, momentText } from '../../../../ui/format.ts';
import { useFileLink } from '../../../documents/screens/file-link.ts';
import type { CaseFile } from './data.ts';

const zooms = [1, 1.5, 2, 3, 4] as const;

type Look = { url: string | undefined; name: string; zoom: number; turn: number };

function Picture({ url, name, zoom, turn }: Look) {
  const [broken, setBroken] = useState(false);
  if (!url) return <p className="ink-2 none">Opening…</p>;
  if (broken) return <p className="ink-2 none">This picture cannot be shown. Download it instead.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a large picture is scrolled by the keyboard too.
    <section className="frame" tabIndex={0} aria-label={name}>
      <div className="paper" style={{ '--zoom': zoom } as CSSProperties}>
        <img
          className={turn % 2 === 1 ? 'turned' : undefined}
          src={url}
          alt={`${name}, uploaded by the customer`}
          style={{ rotate: `${turn * 90}deg` }}
          onError={() => setBroken(true)}
        />
      </div>
    </section>
  );
}

type EvidenceProps = { files: readonly CaseFile[]; nameOf: (file: CaseFile) => string };

/** What the customer handed in, beside the order. A proof is a claim: the bank or the chain decides (decision A3). */
export function Evidence({ files, nameOf }: EvidenceProps) {
  const [at, setAt] = useState(0);
  const [zoom, setZoom] = useState(0);
  const [turn, setTurn] = useState(0);
  const show = (place: number) => {
    setAt((place + files.length) % Math.max(1, files.length));
    setZoom(0);
    setTurn(0);
  };
  useKeys({ e: files.length > 1 ? () => show(at + 1) : undefined });
  const shown = files[at] ?? files[0];
  const { url, failed } = useFileLink(shown?.id);
  if (!shown) return <p className="ink-2">No file is here to look at.</p>;
  const name = nameOf(shown);
  const picture = shown.mime.startsWith('image/');
  return (
    <div>
      <div className="view">
        <div className="tools">
          <span className="b">{name}</span>
          <span className="ink-3 num of">
            {at + 1} of {files.length}
          </span>
          {files.length > 1 && (
            <>
              <Button look="bare" icon label="Previous evidence" onClick={() => show(at - 1)}>
                <ChevronLeft className="ic" aria-hidden="true" />
              </Button>
              <Button look="bare" icon label="Next evidence" onClick={() => show(at + 1)}>
                <ChevronRight className="ic" aria-hidden="true" />
              </Button>
            </>
          )}
          {picture && (
            <>
              <Button look="bare" icon label="Zoom out" onClick={() => setZoom(Math.max(0, zoom - 1))}>
                <ZoomOut className="ic" aria-hidden="true" />
              </Button>
              <Button look="bare" icon label="Zoom in" onClick={() => setZoom(Math.min(zooms.length - 1, zoom + 1))}>
                <ZoomIn className="ic" aria-hidden="true" />
              </Button>
              <Button look="bare" icon label="Rotate" onClick={() => setTurn((turn + 1) % 4)}>
                <RotateCw className="ic" aria-hidden="true" />
              </Button>
            </>
          )}
          <a className="btn bare icon" href={url} download aria-label={`Download ${name}`}>
            <Download className="ic" aria-hidden="true" />
          </a>
        </div>
        {failed ? (
          <p className="ink-2 none">This file cannot be opened at the moment. It may still be being checked.</p>
        ) : picture ? (
          <Picture key={shown.id} url={url} name={name} zoom={zooms[zoom] ?? 1} turn={turn} />
        ) : (
          <p className="none">
            <a className="link" href={url} target="_blank" rel="noopener">
              Open the PDF
            </a>
          </p>
        )}
      </div>
      <p className="t-2xs ink-3 num">
        {shown.name}, {bytesText(shown.bytes)}, {momentText(shown.createdAt)}. A proof is a claim: look at the bank line
        or the chain.
      </p>
    </div>
  );
}
