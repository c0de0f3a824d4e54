import { useQuery } from '@tanstack/react-query';
import { Skeleton } from './skeleton.tsx';

type Square = { size: number; path: string };

/** The dark modules of a text's QR code as one path, row by row. */
async function squareOf(text: string): Promise<Square> {
  const { create } = await import('qrcode');
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark = Array.from(data).flatMap((bit, n) => (bit ? [`M${n % size} ${Math.floor(n / size)}h1v1h-1z`] : []));
  return { size, path: dark.join('') };
}

/** A QR code, dark on light in both themes, since cameras want it so. Drawn here: what it says goes nowhere. */
export function QrSquare({ text, name }: { text: string; name: string }) {
  const { data } = useQuery({ queryKey: ['qr', text], queryFn: () => squareOf(text), gcTime: 0 });
  if (!data) return <Skeleton label="Drawing the code" lines={[50, 50, 50]} />;
  const edge = 4;
  const whole = data.size + 2 * edge;
  return (
    <svg className="qr" viewBox={`${-edge} ${-edge} ${whole} ${whole}`} role="img" aria-label={`QR code of ${name}`}>
      <path d={`M${-edge} ${-edge}h${whole}v${whole}h${-whole}z`} fill="#fff" />
      <path d={data.path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
