import type { Ref } from 'react';
import { CopyRow } from '../../../../ui/copy-button.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { type Network, networks } from '../../../coins/networks.ts';
import { demoWalletWarning } from '../../../payments/payment-warnings.ts';
import { tradingNotices } from '../../messages.ts';
import type { CompanyWallet as Wallet } from './shapes.ts';
import { WalletQr } from './wallet-qr.tsx';

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
