import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { ActionDialog } from '../../../../ui/admin/action-dialog.tsx';
import { useInvalidate } from '../../../../ui/admin/use-invalidate.ts';
import { Button } from '../../../../ui/button.tsx';
import { Choice } from '../../../../ui/choice.tsx';
import { api } from '../../../../ui/client.ts';
import { Field, TextField } from '../../../../ui/field.tsx';
import { formatDate } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { formatPlural } from '../../../../ui/number-format.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { TableHead } from '../../../../ui/table-head.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { useCommand } from '../../../../ui/use-command.ts';
import { formatAmount } from '../../../ledger/amount.ts';
import { type DateReading, decodeStatement, detectFormat, getStatementDateReadings } from '../../detect-format.ts';
import { fileFaultMessages, formatFault, lineToasts, skipReasonLabels } from '../../messages.ts';
import type { DateOrder } from '../../parse-cells.ts';
import { parseStatement, type Skipped, type StatementRead } from '../../statement.ts';
import { type ConvertedFile, convertFile, detectFileKind, maxFileLength } from '../../statement-file.ts';
import { type AmountSigns, fileKindLabels, type StatementFormat } from '../../statement-format.ts';
import { type ColumnName, columnNames } from '../../statement-terms.ts';

const columnLabels: Readonly<Record<ColumnName, string>> = {
  day: 'Date',
  amount: 'Amount',
  credit: 'Money in',
  debit: 'Money out',
  direction: 'Direction (in or out)',
  currency: 'Currency',
  status: 'Status',
  balance: 'Running balance',
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
  { value: '|', name: 'Vertical bar' },
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
const amountsOptions = [
  { value: 'detected', name: 'Detect from the file' },
  { value: 'signed', name: 'Minus means money out' },
  { value: 'incoming', name: 'Only incoming money' },
];

type FormatProps = {
  format: StatementFormat;
  onFormat: (format: StatementFormat) => void;
  isFaulty: boolean;
};

function FormatFields({ format, onFormat, isFaulty }: FormatProps) {
  const renderSelect = (
    part: 'separator' | 'decimal' | 'day' | 'amounts',
    options: { value: string; name: string }[],
    label: string,
  ) => (
    <SelectField
      id={`format-${part}`}
      label={label}
      options={options}
      value={format[part] ?? 'detected'}
      onChange={(event) => onFormat({ ...format, [part]: event.target.value } as StatementFormat)}
    />
  );
  return (
    <details className="stack-s" open={isFaulty}>
      <summary>File format</summary>
      {renderSelect('separator', separatorOptions, 'Column separator')}
      {renderSelect('decimal', decimalOptions, 'Amounts')}
      {renderSelect('day', dayOptions, 'Dates')}
      {renderSelect('amounts', amountsOptions, 'Money in or out')}
      <p className="ink-2">
        Enter each column heading as it appears in the file. If there are no headings, enter #1, #2 and so on.
      </p>
      {columnNames.map((name) => (
        <Field
          key={name}
          id={`column-${name}`}
          label={columnLabels[name]}
          autoComplete="off"
          value={format.columns[name]}
          onChange={(event) => onFormat({ ...format, columns: { ...format.columns, [name]: event.target.value } })}
        />
      ))}
    </details>
  );
}

type FormatsProps = Omit<FormatProps, 'onFormat'> & {
  onFormat: (format: StatementFormat, isSaved: boolean) => void;
  isOrderOpen: boolean;
};

function Formats({ format, onFormat, isFaulty, isOrderOpen }: FormatsProps) {
  const { data } = useQuery(api.bankLines.formats.queryOptions());
  const [name, setName] = useState('');
  const { refresh } = useInvalidate(api.bankLines.formats.key());
  const save = useCommand(api.bankLines.saveFormat, {
    done: () => {
      toastSuccess(lineToasts.formatKept);
      return refresh();
    },
  });
  const saved = data?.formats ?? [];
  return (
    <>
      {saved.length > 0 && (
        <SelectField
          id="kept-format"
          label="Format"
          emptyLabel="Detected automatically"
          options={saved.map((one) => ({ value: one.name, name: one.name }))}
          defaultValue=""
          onChange={(event) => {
            const chosen = saved.find((one) => one.name === event.target.value);
            if (chosen) onFormat(chosen.format, true);
          }}
        />
      )}
      <FormatFields format={format} onFormat={(changed) => onFormat(changed, false)} isFaulty={isFaulty} />
      <div className="pair">
        <Field
          id="format-name"
          label="Save this format as"
          labelNote="For example, the bank name"
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            // Enter would submit the dialog and upload the statement.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (name.trim() !== '' && !isOrderOpen) save.mutate({ name, format });
          }}
        />
        <Button
          variant="line"
          busy={save.isPending}
          disabled={name.trim() === '' || isOrderOpen}
          onClick={() => save.mutate({ name, format })}
        >
          Save
        </Button>
      </div>
    </>
  );
}

const dateOrderLabels: Readonly<Record<DateOrder, string>> = {
  dmy: 'Day, month, year',
  mdy: 'Month, day, year',
  ymd: 'Year, month, day',
};

type DayOrderProps = {
  readings: readonly DateReading[];
  chosen: DateOrder | null;
  error: string | undefined;
  onChoose: (form: DateOrder) => void;
};

function DayOrder({ readings, chosen, error, onChoose }: DayOrderProps) {
  return (
    <Choice
      legend="How are dates written?"
      error={error}
      value={chosen ?? ''}
      options={readings.map(({ form, examples: shown, isFuture }) => ({
        value: form,
        name: dateOrderLabels[form],
        note: shown.map(({ written, day }) => `${written} is ${formatDate(day)}`).join(' · '),
        ...(isFuture && { disabled: true, end: 'In the future' }),
      }))}
      onChange={(event) => onChoose(event.target.value as DateOrder)}
    />
  );
}

function SkippedRows({ skipped }: { skipped: readonly Skipped[] }) {
  return (
    <details className="stack-s" open={skipped.length <= shownLines}>
      <summary>{formatPlural(skipped.length, 'skipped row', 'skipped rows')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling table needs keyboard access. */}
      <section className="wide-table" aria-label="Skipped rows" tabIndex={0}>
        <table className="sheet-table num">
          <TableHead columns={['Row', 'Reason', 'In the file']} />
          <tbody>
            {skipped.map(({ row, why, text }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows may share a number and never move.
              <tr key={at}>
                <td className="num">{row}</td>
                <td>{skipReasonLabels[why]}</td>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

const shownLines = 5;

type PreviewProps = {
  read: StatementRead;
  currency: 'JMD' | 'USD';
  fileSkipped: readonly Skipped[];
  amounts: AmountSigns | undefined;
};

function Preview({ read, currency, fileSkipped, amounts }: PreviewProps) {
  const skipped = useMemo(() => (read.ok ? [...fileSkipped, ...read.skipped] : []), [read, fileSkipped]);
  if (!read.ok)
    return (
      <Notice kind="bad" live>
        {formatFault(read)}
      </Notice>
    );
  const { lines } = read;
  const incoming = lines.filter(({ credit }) => credit).length;
  return (
    <div className="stack-s">
      <p role="status">
        {formatPlural(lines.length, 'row', 'rows')} read,{' '}
        {formatPlural(incoming, 'incoming payment', 'incoming payments')}, {skipped.length} skipped.
      </p>
      {amounts === 'incoming' && <p>You marked this file as incoming money only.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling table needs keyboard access. */}
      <section className="wide-table" aria-label="First lines" tabIndex={0}>
        <table className="sheet-table num">
          <TableHead columns={['Date', 'Amount', 'Reference', 'Payer', 'Description']} />
          <tbody>
            {lines.slice(0, shownLines).map(({ day, credit, minor, reference, payer, details }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and never move.
              <tr key={at}>
                <td>{day}</td>
                <td className="num">
                  {credit ? '' : '−'}
                  {formatAmount({ currency, minor })}
                </td>
                <td>{reference}</td>
                <td>{payer}</td>
                <td>{details}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {skipped.length > 0 && <SkippedRows skipped={skipped} />}
    </div>
  );
}

function useStatement(currency: 'JMD' | 'USD') {
  const [text, setText] = useState('');
  const [customFormat, setCustomFormat] = useState<StatementFormat | null>(null);
  const [isOrderKnown, setOrderKnown] = useState(false);
  const as = useMemo(() => ({ currency, today: jamaicaDay(serverNow()) }), [currency]);
  const kind = detectFileKind(text);
  const format = useMemo(
    () => customFormat ?? detectFormat(kind === 'csv' ? text : '', as),
    [customFormat, text, kind, as],
  );
  const file = useMemo(
    (): ConvertedFile => (kind === 'csv' ? { ok: true, text, format, skipped: [] } : convertFile(text, kind, as)),
    [text, kind, format, as],
  );
  const read = useMemo(() => (file.ok ? parseStatement(file.text, file.format, as) : null), [file, as]);
  const readings = useMemo(
    () => (kind === 'csv' ? getStatementDateReadings(text, format, as) : []),
    [text, kind, format, as],
  );
  return {
    text,
    kind,
    file,
    read,
    format,
    readings,
    asksOrder: readings.length > 1,
    isOrderOpen: readings.length > 1 && !isOrderKnown,
    changeFormat: (changed: StatementFormat, isOrderChosen: boolean) => {
      setCustomFormat(changed);
      setOrderKnown(isOrderKnown || isOrderChosen);
    },
    load: (text: string) => {
      setText(text);
      setCustomFormat(null);
      setOrderKnown(false);
    },
  };
}
type Statement = ReturnType<typeof useStatement>;

function Reading({ statement, currency, error }: { statement: Statement; currency: 'JMD' | 'USD'; error?: string }) {
  const { kind, file, read, format, readings, asksOrder, isOrderOpen, changeFormat } = statement;
  if (!file.ok) return <p role="status">{fileFaultMessages[file.fault]}</p>;
  return (
    <>
      {asksOrder && (
        <DayOrder
          readings={readings}
          chosen={isOrderOpen ? null : format.day}
          error={error}
          onChoose={(day) => changeFormat({ ...format, day }, true)}
        />
      )}
      {read && !isOrderOpen && (
        <Preview read={read} currency={currency} fileSkipped={file.skipped} amounts={file.format.amounts} />
      )}
      {kind === 'csv' && (
        <Formats
          format={format}
          isFaulty={read?.ok === false}
          isOrderOpen={isOrderOpen}
          onFormat={(changed, isChosen) => changeFormat(changed, isChosen || changed.day !== format.day)}
        />
      )}
    </>
  );
}

export function UploadDialog({ onClose }: { onClose: () => void }) {
  const [currency, setCurrency] = useState<'JMD' | 'USD'>('JMD');
  const statement = useStatement(currency);
  const { text, kind, file, isOrderOpen, load } = statement;
  const [isOrderMissing, setOrderMissing] = useState(false);
  const { afterRefresh } = useInvalidate(api.bankLines.key());
  const upload = useCommand(api.bankLines.upload, {
    done: (counts) => {
      onClose();
      afterRefresh(() => toastSuccess(lineToasts.uploaded, { added: String(counts.added), read: String(counts.read) }));
    },
  });
  const chooseFile = async (file: File | undefined) => {
    if (file) load(decodeStatement(new Uint8Array(await file.slice(0, 3 * maxFileLength).arrayBuffer())));
  };
  return (
    <ActionDialog
      title="Upload a statement"
      confirmLabel="Save new lines"
      wide
      busy={upload.isPending}
      submit={() => {
        setOrderMissing(isOrderOpen);
        if (file.ok && !isOrderOpen) upload.mutate({ currency, text: file.text, format: file.format });
      }}
      onClose={onClose}
    >
      <p className="ink-2">You can safely upload a file twice. Uploading doesn't confirm any payments.</p>
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
        labelNote="CSV, OFX or CAMT.053"
        type="file"
        onChange={(event) => void chooseFile(event.target.files?.[0])}
      />
      {kind === 'csv' && (
        <TextField
          id="statement-text"
          label="Or paste lines"
          rows={4}
          value={text}
          onChange={(event) => load(event.target.value)}
        />
      )}
      {(kind === 'camt' || kind === 'ofx') && (
        <div className="row between wraps">
          <p>We recognised {fileKindLabels[kind]} by its content.</p>
          <Button size="small" variant="line" onClick={() => load('')}>
            Paste lines instead
          </Button>
        </div>
      )}
      {text !== '' && (
        <Reading
          statement={statement}
          currency={currency}
          {...(isOrderMissing && isOrderOpen && { error: 'Choose how dates are written' })}
        />
      )}
    </ActionDialog>
  );
}
