import { useQuery } from '@tanstack/react-query';
import { Skeleton } from './skeleton.tsx';

type QrModules = { size: number; path: string };

async function generateQr(text: string): Promise<QrModules> {
  const { create } = await import('qrcode');
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark = Array.from(data).flatMap((bit, n) => (bit ? [`M${n % size} ${Math.floor(n / size)}h1v1h-1z`] : []));
  return { size, path: dark.join('') };
}

/** QR code, generated in the browser. Dark on light in both themes, because cameras need that contrast. */
export function QrCode({ text, name }: { text: string; name: string }) {
  const { data } = useQuery({ queryKey: ['qr', text], queryFn: () => generateQr(text), gcTime: 0 });
  if (!data) return <Skeleton label="Loading the QR code" lines={[50, 50, 50]} />;
  const margin = 4;
  const totalSize = data.size + 2 * margin;
  return (
    <svg
      className="qr"
      viewBox={`${-margin} ${-margin} ${totalSize} ${totalSize}`}
      role="img"
      aria-label={`QR code of ${name}`}
    >
      <path d={`M${-margin} ${-margin}h${totalSize}v${totalSize}h${-totalSize}z`} fill="#fff" />
      <path d={data.path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
