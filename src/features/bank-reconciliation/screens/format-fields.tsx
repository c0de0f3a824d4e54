import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useInvalidate } from '../../../ui/admin/use-invalidate.ts';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { Field } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useCommand } from '../../../ui/use-command.ts';
import { lineToasts } from '../notices.ts';
import type { StatementFormat } from '../statement-format.ts';
import { type ColumnName, columnNames } from '../statement-terms.ts';

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

export function Formats({ format, onFormat, isFaulty, isOrderOpen }: FormatsProps) {
  const { data } = useQuery(api.bankLines.formats.queryOptions());
  const [name, setName] = useState('');
  const { refresh } = useInvalidate(api.bankLines.formats.key());
  const save = useCommand(api.bankLines.keepFormat, {
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
