import { useState } from 'react';
import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { parsePeriod } from '../../documents/history-csv-period.ts';
import { historyCsvMessages } from '../../history-csv-messages.ts';

export function ExportCsv() {
  const [today] = useState(() => jamaicaDay(serverNow()));
  const [from, setFrom] = useState(`${today.slice(0, 4)}-01-01`);
  const [until, setUntil] = useState(today);
  const period = parsePeriod(from, until);
  const fault = typeof period === 'string' ? period : null;
  const errorText =
    fault === 'trading.csv_dates' ? 'Choose both dates.' : fault ? historyCsvMessages[fault].text : undefined;
  return (
    <section className="sheet export">
      <h2>Download CSV</h2>
      <p className="ink-2 under">
        Up to 366 days of transactions in J$ and US$, at the rates on the day. Useful for your tax return.
      </p>
      <div className="pair">
        <Field
          id="csv-from"
          type="date"
          label="From"
          value={from}
          max={until}
          error={errorText}
          onChange={(event) => setFrom(event.target.value)}
        />
        <Field
          id="csv-until"
          type="date"
          label="To (inclusive)"
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
      </div>
      {fault ? (
        <p className="t-xs ink-2 under">Choose valid dates to download the file.</p>
      ) : (
        <a
          className={buttonClass({ variant: 'line' })}
          href={`/api/transactions.csv?from=${from}&until=${until}`}
          download
        >
          Download
        </a>
      )}
    </section>
  );
}
