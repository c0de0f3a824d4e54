import { type Ref, useEffect, useState } from 'react';
import { CopyRow } from '../../../../ui/copy-button.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { type Network, networks } from '../../../assets/networks.ts';
import { demoWalletWarning } from '../../../payments/payment-warnings.ts';
import { tradingNotices } from '../../messages.ts';
import type { CompanyWallet as Wallet } from './shapes.ts';

/** Draws the QR code in the browser, so no other service sees the address. */
function WalletQr({ text, name }: { text: string; name: string }) {
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

type CompanyWalletProps = { ref?: Ref<HTMLElement>; wallet: Wallet; network: Network; demo: boolean };

/** Our receiving wallet, with memo and QR code [001 §2 Sell Cryptocurrency card]. */
export function CompanyWallet({ ref, wallet, network, demo }: CompanyWalletProps) {
  const { address, tag } = wallet;
  const { name } = networks[network];
  return (
    <section ref={ref} tabIndex={-1} className="company-wallet" aria-label="Our wallet">
      <div>
        <dl>
          <CopyRow name={`Our ${name} wallet`} text={address}>
            <span className="code">{address}</span>
          </CopyRow>
          {tag !== null && <CopyRow name="Memo (destination tag)" text={tag} />}
        </dl>
        {tag !== null && <Notice kind="wait">{tradingNotices.xrpTag}</Notice>}
        {demo && <Notice kind="bad">{demoWalletWarning}</Notice>}
        <p className="t-xs ink-2">Send only on {name}. Coins sent on another network can be lost.</p>
      </div>
      <WalletQr text={address} name={`our ${name} wallet`} />
    </section>
  );
}
