import { useEffect, useState } from 'react';

/** A picture of an address for a phone's camera, drawn here; nothing of it leaves the device. */
export function WalletQr({ text, name }: { text: string; name: string }) {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    import('qrcode')
      .then((qr) => qr.toString(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }))
      .then(
        (svg) => gone || setPicture(`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`),
        // The address itself stands beside it.
        () => {},
      );
    return () => {
      gone = true;
    };
  }, [text]);
  return picture && <img className="qr" src={picture} width={132} height={132} alt={`QR code of ${name}`} />;
}
