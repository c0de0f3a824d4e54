import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { formatMessage } from '../../../../kernel/message-template.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import type { FormField } from '../../../../ui/form-fields.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
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
  canScan?: boolean;
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

const ScanDialog = lazyPart(() => import('./scan-dialog.tsx').then((parts) => parts.ScanDialog));

/** Scans the QR code of a wallet. Hidden in browsers without a reader for QR codes, and until scripts run. */
function ScanButton({ onScanned }: { onScanned: (text: string) => void }) {
  const [canRead, setCanRead] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setCanRead('BarcodeDetector' in window), []);
  if (!canRead) return null;
  return (
    <div className="flush">
      <Button variant="bare" size="small" onClick={() => setIsOpen(true)}>
        Scan a QR code
      </Button>
      {isOpen && <ScanDialog onScanned={onScanned} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

/** Checks the address against the network while the customer types [001 §2 Buy Cryptocurrency card, decision C5]. */
export function AddressField({
  side = 'buy',
  network,
  verdict,
  pastedFrom = '',
  canScan = false,
  error,
  ...props
}: AddressFieldProps) {
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
  const entry = canScan ? (
    <div>
      {input}
      <ScanButton onScanned={(text) => onExtract(text, '')} />
    </div>
  ) : (
    input
  );
  if (!isOtherChain) return entry;
  return (
    <>
      {entry}
      <Notice kind="wait" live>
        {formatMessage(otherChainMessages[side], { from: pastedFrom, to: networks[network].name })}
      </Notice>
    </>
  );
}
