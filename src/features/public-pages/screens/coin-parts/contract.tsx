import { ArrowUpRight, Copy } from 'lucide-react';
import { opened, type Text } from '../../content/prose.ts';

const explorer = 'https://explorer.solana.com/address/';

/** Contract address of a token, readable without scripts [001 §2 Coins page]. */
export const Contract = ({ token, address }: { token: string; address: Text }) => (
  <div className="contract">
    <dl>
      <div>
        <dt>{token} contract address on Solana</dt>
        <dd className="code">{opened(address)}</dd>
      </div>
    </dl>
    <div className="row">
      <button type="button" className="btn line sm if-script" data-island="copy" data-copy={opened(address)}>
        <Copy className="ic" aria-hidden="true" />
        Copy contract address<span className="sr"> of {token}</span>
      </button>
      <a className="btn bare sm" href={explorer + opened(address)} target="_blank" rel="noreferrer">
        Block explorer <ArrowUpRight className="ic" aria-hidden="true" />
        <span className="sr"> for {token} (opens a new tab)</span>
      </a>
    </div>
  </div>
);
