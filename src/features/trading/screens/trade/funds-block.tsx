import type { Money } from '../../../../kernel/money.ts';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { Upload } from '../../../../ui/upload.tsx';
import type { Side } from '../../order/order.ts';
import { sourcesFor } from '../../quoting/source-of-funds.ts';
import { sourceNames } from './option-names.ts';

type FundsBlockProps = {
  side: Side;
  /** What the coins of a sale are worth; a purchase is judged by its whole payment. */
  worth?: Money | undefined;
  source: string;
  file: StoredFile | null;
  errors: { source: string | undefined; file: string | undefined };
  onSource: (source: string) => void;
  onFile: (file: StoredFile | null) => void;
};

/** Enhanced due diligence at US$1,000 and more: where the money comes from, and a document that shows it [001 §2]. */
export function FundsBlock({ side, worth, source, file, errors, onSource, onFile }: FundsBlockProps) {
  const id = `${side}-funds`;
  return (
    <section className="bleed funds" aria-labelledby={id}>
      <h3 id={id}>Source of funds</h3>
      <p className="t-xs ink-2">
        Asked for orders of US$1,000 or more.
        {worth && (
          <>
            {' '}
            Yours is <MoneyText money={worth} size="plain" />.
          </>
        )}
      </p>
      <div className="stack">
        <SelectField
          id={`${side}-sourceOfFunds`}
          label={side === 'buy' ? 'Where does this money come from?' : 'Where do these coins come from?'}
          empty="Choose"
          options={sourcesFor(side).map((value) => ({ value, name: sourceNames[value] }))}
          value={source}
          error={errors.source}
          onChange={(event) => onSource(event.target.value)}
        />
        <Upload
          label="Proof document"
          purpose="source-of-funds"
          value={file}
          hint="For example a job letter, a payslip or a bank statement."
          error={errors.file}
          onUploaded={onFile}
          onRemoved={() => onFile(null)}
        />
      </div>
    </section>
  );
}
