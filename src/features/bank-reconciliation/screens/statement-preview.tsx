import { useMemo } from 'react';
import { Choice } from '../../../ui/choice.tsx';
import { formatDate } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { formatPlural } from '../../../ui/number-format.ts';
import { TableHead } from '../../../ui/table-head.tsx';
import { formatAmount } from '../../movements/amount.ts';
import type { DateReading } from '../date-order.ts';
import { formatFault, skipReasonLabels } from '../messages.ts';
import type { DateOrder } from '../parse-cells.ts';
import type { Skipped, StatementRead } from '../statement.ts';
import type { AmountSigns } from '../statement-format.ts';

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

export function DayOrder({ readings, chosen, error, onChoose }: DayOrderProps) {
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

export function Preview({ read, currency, fileSkipped, amounts }: PreviewProps) {
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
