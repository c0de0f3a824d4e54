import { Download } from 'lucide-react';
import { buttonClass } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import type { About } from './data.ts';

export const ChainEnd = ({ head }: { head: About['head'] }) => (
  <section className="chain-end" aria-label="Hash chain">
    <p className="num">
      {head.sealedAt ? (
        <>
          <b>{head.seq}</b> entries sealed, the last {formatDateTime(head.sealedAt, { year: true })}.
        </>
      ) : (
        'No entries sealed yet.'
      )}{' '}
      {head.waiting > 0 && <span className="ink-2">{head.waiting} waiting to be sealed.</span>}
    </p>
    {head.sealedAt && (
      <p className="anchor">
        <span className="ink-2">Anchor</span>{' '}
        <code className="code" title={`${head.seq}:${head.hash}`}>
          {head.seq}:{head.hash.slice(0, 16)}…
        </code>
        <CopyButton text={`${head.seq}:${head.hash}`} name="anchor" />
      </p>
    )}
    <a className={buttonClass({ variant: 'line', size: 'small' })} href="/api/audit.ndjson" download>
      <Download className="ic" aria-hidden="true" />
      Export the log
    </a>
  </section>
);
