import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Field } from '../../../../ui/field.tsx';
import type { HeldField } from '../../../../ui/fields.ts';
import { addressFromPaste } from '../../../coins/explorer-link.ts';
import { type Network, networks } from '../../../coins/networks.ts';
import { tradingMessages } from '../../messages.ts';
import type { AddressVerdict } from './use-address.ts';
import { whereFrom } from './where-from.ts';

type AddressFieldProps = HeldField & { label: string; network: Network | ''; verdict: AddressVerdict };

/** What stands in the field after somebody pasted a link: it goes once its network was chosen and is the same. */
export const reduced = (text: string, network: Network | ''): string =>
  network === '' ? text.trim() : addressFromPaste(text, network);

const ends = 6;

/** The ends of an address, which people compare with what their wallet shows. */
const Sound = ({ network, address }: { network: Network; address: string }) => (
  <span className="ok">
    Valid for {networks[network].name}. Starts <span className="code b">{address.slice(0, ends)}</span>, ends{' '}
    <span className="code b">{address.slice(-ends)}</span>.
  </span>
);

function hintOf(verdict: AddressVerdict, network: Network | ''): ReactNode {
  if (network === '') return whereFrom(network);
  if (verdict.at === 'checking') return 'Checking the address';
  if (verdict.at === 'unchecked') return 'We check this address when you submit.';
  if (verdict.at !== 'ok') return whereFrom(network);
  return (
    <span>
      <Sound network={network} address={verdict.address} />
      {verdict.packedTag !== null && ` The destination tag ${verdict.packedTag} is part of it.`}
    </span>
  );
}

/**
 * The field of the wallet address [001 §2 Buy Cryptocurrency card], judged for its network while it is typed (decision
 * C5).
 */
export function AddressField({ network, verdict, error, ...field }: AddressFieldProps) {
  const wrong = verdict.at === 'bad' ? tradingMessages[verdict.code].text : undefined;
  return (
    <Field
      {...field}
      className="code"
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      maxLength={2100}
      error={wrong ?? error}
      hint={hintOf(verdict, network)}
      suffix={
        verdict.at === 'ok' && (
          <span className="row ok">
            <CircleCheck className="ic" aria-hidden="true" />
            <span className="only-wide">Address verified</span>
          </span>
        )
      }
    />
  );
}
