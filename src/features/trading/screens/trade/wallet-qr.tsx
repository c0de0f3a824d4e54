import { useEffect, useState } from 'react';

/** Draws the QR code in the browser, so no other service sees the address. */
export function WalletQr({ text, name }: { text: string; name: string }) {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    import('qrcode')
      .then((qr) => qr.toString(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }))
      .then(
        (svg) => isUnmounted || setPicture(`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`),
        () => {},
      );
    return () => {
      isUnmounted = true;
    };
  }, [text]);
  return picture && <img className="qr" src={picture} width={132} height={132} alt={`QR code of ${name}`} />;
}
