import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Notice } from '../../../../ui/notice.tsx';

type Barcode = { readonly rawValue: string };
type Detector = { detect(source: HTMLVideoElement): Promise<readonly Barcode[]> };
/** Missing in the types of TypeScript, because not every browser has it. */
declare const BarcodeDetector: new (options: { formats: readonly string[] }) => Detector;

const intervalMs = 200;

/** Reads frames until one has a QR code. Returns the function that stops the camera. */
function scan(
  video: HTMLVideoElement,
  { onFound, onFailed }: { onFound: (text: string) => void; onFailed: () => void },
) {
  let stream: MediaStream | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const read = async (detector: Detector) => {
    const [code] = await detector.detect(video).catch(() => []);
    if (isStopped) return;
    if (code) onFound(code.rawValue);
    else timer = setTimeout(() => void read(detector), intervalMs);
  };
  const start = async () => {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
    if (isStopped) return stop();
    video.srcObject = stream;
    await video.play();
    await read(new BarcodeDetector({ formats: ['qr_code'] }));
  };
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  start().catch(() => isStopped || onFailed());
  return stop;
}

type ScanDialogProps = { onScanned: (text: string) => void; onClose: () => void };

export function ScanDialog({ onScanned, onClose }: ScanDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the camera opens once.
  useEffect(() => {
    if (!video.current) return;
    const onFound = (text: string) => {
      onScanned(text);
      onClose();
    };
    return scan(video.current, { onFound, onFailed: () => setHasFailed(true) });
  }, []);
  return (
    <Dialog open onClose={onClose} title="Scan a QR code">
      <div className="stack">
        {hasFailed && (
          <Notice kind="bad" live>
            We couldn't open the camera. Allow it for this site, or paste the address.
          </Notice>
        )}
        <video ref={video} className="scan" playsInline muted aria-label="Camera preview" hidden={hasFailed} />
        {!hasFailed && <p className="ink-2">Point the camera at the QR code that your wallet shows.</p>}
      </div>
    </Dialog>
  );
}
