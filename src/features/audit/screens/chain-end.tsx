import { Download } from 'lucide-react';
import { buttonClass } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { momentText } from '../../../ui/format.ts';
import type { About } from './data.ts';

/** The end of the chain, to be kept elsewhere, and the log as a file that proves itself. */
export const ChainEnd = ({ head }: { head: About['head'] }) => (
  <section className="chain-end" aria-label="The chain">
    <p className="num">
      {head.sealedAt ? (
        <>
          <b>{head.seq}</b> lines sealed, the last {momentText(head.sealedAt, { year: true })}.
        </>
      ) : (
        'Nothing is sealed yet.'
      )}{' '}
      {head.waiting > 0 && <span className="ink-2">{head.waiting} to be sealed within seconds.</span>}
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
    <a className={buttonClass({ look: 'line', size: 'small' })} href="/api/audit.ndjson" download>
      <Download className="ic" aria-hidden="true" />
      Export the log
    </a>
  </section>
);
