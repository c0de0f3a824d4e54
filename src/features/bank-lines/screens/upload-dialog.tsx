import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { useCommand } from '../../../ui/command.ts';
import { ActDialog } from '../../../ui/desk/act-dialog.tsx';
import { useReread } from '../../../ui/desk/use-reread.ts';
import { Field, TextField } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TableHead } from '../../../ui/table-head.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { amountWords } from '../../movements/amount.ts';
import { decodeStatement } from '../decode-statement.ts';
import { guessFormat } from '../guess-format.ts';
import { fileFaults, skippedWords, statementFaults } from '../messages.ts';
import { lineNotices } from '../notices.ts';
import { type ColumnName, columnNames, readStatement, type Skipped, type StatementFormat } from '../statement.ts';
import { asText, type FileAsText, fileNames, kindOf, longestFile } from '../statement-file.ts';

const columnWords: Readonly<Record<ColumnName, string>> = {
  day: 'Day',
  amount: 'Amount, with a sign',
  credit: 'What came in',
  debit: 'What left',
  reference: 'Reference',
  details: 'Description',
  payer: 'Payer',
  account: "Payer's account",
  bank: "Payer's bank",
};
const separatorOptions = [
  { value: ',', name: 'Comma' },
  { value: ';', name: 'Semicolon' },
  { value: '\t', name: 'Tab' },
  { value: '|', name: 'Bar' },
];
const decimalOptions = [
  { value: '.', name: '1,234.50' },
  { value: ',', name: '1.234,50' },
];
const dayOptions = [
  { value: 'dmy', name: '23/11/2026' },
  { value: 'mdy', name: '11/23/2026' },
  { value: 'ymd', name: '2026-11-23' },
];

type FormatProps = { format: StatementFormat; onFormat: (format: StatementFormat) => void };

/** Where each fact stands, by the heading of its column. */
function FormatFields({ format, onFormat }: FormatProps) {
  const choose = (part: 'separator' | 'decimal' | 'day', options: { value: string; name: string }[], label: string) => (
    <SelectField
      id={`format-${part}`}
      label={label}
      options={options}
      value={format[part]}
      onChange={(event) => onFormat({ ...format, [part]: event.target.value } as StatementFormat)}
    />
  );
  return (
    <details className="stack-s">
      <summary>How it is read</summary>
      {choose('separator', separatorOptions, 'Between columns')}
      {choose('decimal', decimalOptions, 'Amounts')}
      {choose('day', dayOptions, 'Days')}
      <p className="ink-2">The heading of each column as it stands in the file, or #1, #2 where there are none.</p>
      {columnNames.map((name) => (
        <Field
          key={name}
          id={`column-${name}`}
          label={columnWords[name]}
          autoComplete="off"
          value={format.columns[name]}
          onChange={(event) => onFormat({ ...format, columns: { ...format.columns, [name]: event.target.value } })}
        />
      ))}
    </details>
  );
}

const shownLines = 5;

type PreviewProps = {
  text: string;
  format: StatementFormat;
  currency: 'JMD' | 'USD';
  /** What a file for machines holds beside its lines. */
  left: readonly Skipped[];
};

/** What is read of it, before anything is kept. */
function Preview({ text, format, currency, left }: PreviewProps) {
  const read = useMemo(() => readStatement(text, format), [text, format]);
  if (!read.ok) return <p role="status">{statementFaults[read.fault]}</p>;
  const { lines } = read;
  const skipped = [...left, ...read.skipped];
  return (
    <div className="stack-s">
      <p role="status">
        {lines.length} lines are read: {lines.filter(({ credit }) => credit).length} came in. {skipped.length} rows are
        not lines.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by key. */}
      <section className="wide-table" aria-label="The first lines as they are read" tabIndex={0}>
        <table className="sheet-table num">
          <TableHead columns={['Day', 'Amount', 'Reference', 'Payer', 'Description']} />
          <tbody>
            {lines.slice(0, shownLines).map(({ day, credit, minor, reference, payer, details }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name yet, and keep their place.
              <tr key={at}>
                <td>{day}</td>
                <td className="num">
                  {credit ? '' : '−'}
                  {amountWords({ currency, minor })}
                </td>
                <td>{reference}</td>
                <td>{payer}</td>
                <td>{details}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {skipped.slice(0, shownLines).map(({ why, text: row }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name, and keep their place.
        <p key={at} className="ink-2 wrap-any">
          Not a line, {skippedWords[why]}: {row}
        </p>
      ))}
    </div>
  );
}

/** The formats that were kept, and keeping this one under a name. */
function Formats({ format, onFormat }: FormatProps) {
  const { data } = useQuery(api.bankLines.formats.queryOptions());
  const [name, setName] = useState('');
  const { reread } = useReread(api.bankLines.formats.key());
  const keep = useCommand(api.bankLines.keepFormat, {
    done: () => {
      toastSuccess(lineNotices.formatKept);
      return reread();
    },
  });
  const kept = data?.formats ?? [];
  return (
    <>
      {kept.length > 0 && (
        <SelectField
          id="kept-format"
          label="Format"
          empty="As it looks"
          options={kept.map((one) => ({ value: one.name, name: one.name }))}
          defaultValue=""
          onChange={(event) => {
            const chosen = kept.find((one) => one.name === event.target.value);
            if (chosen) onFormat(chosen.format);
          }}
        />
      )}
      <FormatFields format={format} onFormat={onFormat} />
      <div className="pair">
        <Field
          id="format-name"
          label="Keep this format as"
          aside="The bank"
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            // The dialog's own form would upload the statement.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (name.trim() !== '') keep.mutate({ name, format });
          }}
        />
        <Button
          look="line"
          busy={keep.isPending}
          disabled={name.trim() === ''}
          onClick={() => keep.mutate({ name, format })}
        >
          Keep
        </Button>
      </div>
    </>
  );
}

const startFormat = guessFormat('');

/** A statement as it is uploaded: as it was pasted, or what a file for machines says of our account. */
function useStatement(currency: 'JMD' | 'USD') {
  const [whole, setWhole] = useState('');
  const [format, setFormat] = useState<StatementFormat>(startFormat);
  const kind = kindOf(whole);
  const read = useMemo(
    (): FileAsText => (kind === 'csv' ? { ok: true, text: whole, format, skipped: [] } : asText(whole, kind, currency)),
    [whole, kind, format, currency],
  );
  return {
    ...{ whole, kind, read, setFormat },
    take: (text: string) => {
      setWhole(text);
      if (kindOf(text) === 'csv') setFormat(guessFormat(text));
    },
  };
}

/** Takes a file or pasted lines, shows what is read of them, and keeps what is new. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const [currency, setCurrency] = useState<'JMD' | 'USD'>('JMD');
  const { whole, kind, read, setFormat, take } = useStatement(currency);
  const { tell } = useReread(api.bankLines.key());
  const upload = useCommand(api.bankLines.upload, {
    done: (counts) => {
      onClose();
      tell(() => toastSuccess(lineNotices.uploaded, { added: String(counts.added), read: String(counts.read) }));
    },
  });
  const choose = async (file: File | undefined) => {
    if (file) take(decodeStatement(new Uint8Array(await file.slice(0, 3 * longestFile).arrayBuffer())));
  };
  return (
    <ActDialog
      title="Upload a statement"
      says="Keep what is new"
      wide
      busy={upload.isPending}
      submit={() => read.ok && upload.mutate({ currency, text: read.text, format: read.format })}
      onClose={onClose}
    >
      <p className="ink-2">The same file twice changes nothing. Nothing is confirmed by uploading.</p>
      <SelectField
        id="statement-currency"
        label="Account"
        options={[
          { value: 'JMD', name: 'Our J$ account' },
          { value: 'USD', name: 'Our US$ account' },
        ]}
        value={currency}
        onChange={(event) => setCurrency(event.target.value === 'USD' ? 'USD' : 'JMD')}
      />
      <Field
        id="statement-file"
        label="File"
        aside="CSV, OFX or CAMT.053"
        type="file"
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      {kind === 'csv' && (
        <TextField
          id="statement-text"
          label="Or paste lines"
          rows={4}
          value={whole}
          onChange={(event) => take(event.target.value)}
        />
      )}
      {kind !== 'csv' && kind !== 'other' && (
        <div className="row between wraps">
          <p>This is {fileNames[kind]}, read by what stands in it.</p>
          <Button size="small" look="line" onClick={() => take('')}>
            Paste lines instead
          </Button>
        </div>
      )}
      {!read.ok && <p role="status">{fileFaults[read.fault]}</p>}
      {read.ok && whole !== '' && (
        <>
          <Preview text={read.text} format={read.format} currency={currency} left={read.skipped} />
          {kind === 'csv' && <Formats format={read.format} onFormat={setFormat} />}
        </>
      )}
    </ActDialog>
  );
}
