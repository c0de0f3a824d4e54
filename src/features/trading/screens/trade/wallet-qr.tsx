import { useEffect, useState } from 'react';

/** Drawn on the device; the address is not sent anywhere. */
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
