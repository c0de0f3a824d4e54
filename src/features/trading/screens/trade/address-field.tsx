import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { formatMessage } from '../../../../kernel/message-template.ts';
import { Field } from '../../../../ui/field.tsx';
import type { FormField } from '../../../../ui/form-fields.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { isOtherEvmChain, type Network, networks } from '../../../assets/networks.ts';
import { tradingMessages } from '../../messages.ts';
import type { Side } from '../../order/order.ts';
import { otherChainMessages } from '../../order-form-messages.ts';
import { getAddressHint } from './address-hint.ts';
import type { AddressVerdict } from './use-address.ts';

type AddressFieldProps = FormField & {
  side?: Side;
  label: string;
  network: Network | '';
  verdict: AddressVerdict;
  pastedFrom?: string;
  /** Receives the address of a pasted link, and the name of its chain. */
  onExtract: (address: string, pastedFrom: string) => void;
};

/** Replaces a pasted link with its address (decision C5). The parser is large, so it loads only for a link. */
function useExtractedAddress(text: string, onExtract: AddressFieldProps['onExtract']): void {
  useEffect(() => {
    if (/^[0-9A-Za-z]*$/.test(text)) return;
    let isCurrent = true;
    import('../../../assets/explorer-link.ts').then(
      ({ getPastedAddress, getPastedChain }) => {
        const address = getPastedAddress(text);
        if (isCurrent && address !== text) onExtract(address, getPastedChain(text) ?? '');
      },
      // The server extracts the address too.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [text, onExtract]);
}

const endLength = 6;

const ValidAddress = ({ network, address }: { network: Network; address: string }) => (
  <span className="ok">
    Valid for {networks[network].name}. Starts <span className="code b">{address.slice(0, endLength)}</span>, ends{' '}
    <span className="code b">{address.slice(-endLength)}</span>.
  </span>
);

function getHint(verdict: AddressVerdict, network: Network | ''): ReactNode {
  if (network === '') return getAddressHint(network);
  if (verdict.at === 'checking') return 'Checking the address';
  if (verdict.at === 'unchecked') return "We'll check this address when you submit.";
  if (verdict.at !== 'ok') return getAddressHint(network);
  return (
    <span>
      <ValidAddress network={network} address={verdict.address} />
      {verdict.packedTag !== null && ` It includes the destination tag ${verdict.packedTag}.`}
    </span>
  );
}

/** Checks the address against the network while the customer types [001 §2 Buy Cryptocurrency card, decision C5]. */
export function AddressField({ side = 'buy', network, verdict, pastedFrom = '', error, ...props }: AddressFieldProps) {
  const { onExtract, ...field } = props;
  useExtractedAddress(field.value ?? '', onExtract);
  const fault = verdict.at === 'bad' ? tradingMessages[verdict.code].text : undefined;
  const isOtherChain = network !== '' && verdict.at === 'ok' && isOtherEvmChain(pastedFrom, network);
  const input = (
    <Field
      {...field}
      className="code"
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      maxLength={2100}
      error={fault ?? error}
      hint={getHint(verdict, network)}
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
  if (!isOtherChain) return input;
  return (
    <>
      {input}
      <Notice kind="wait" live>
        {formatMessage(otherChainMessages[side], { from: pastedFrom, to: networks[network].name })}
      </Notice>
    </>
  );
}
