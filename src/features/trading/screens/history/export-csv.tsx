import { useState } from 'react';
import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { historyCsvMessages } from '../../history-csv-messages.ts';
import { readPeriod } from '../../papers/history-csv-period.ts';

/** A period of one's own orders as a file for tax returns and book-keeping. */
export function ExportCsv() {
  const [today] = useState(() => jamaicaDay(serverNow()));
  const [from, setFrom] = useState(`${today.slice(0, 4)}-01-01`);
  const [until, setUntil] = useState(today);
  const period = readPeriod(from, until);
  const wrong = typeof period === 'string' ? period : null;
  const words =
    wrong === 'trading.csv_dates' ? 'Choose both days.' : wrong ? historyCsvMessages[wrong].text : undefined;
  return (
    <section className="sheet export">
      <h2>Save as CSV</h2>
      <p className="ink-2 under">
        Your transactions of up to 366 days in J$ and US$ as they were at the time, for your tax return.
      </p>
      <div className="pair">
        <Field
          id="csv-from"
          type="date"
          label="From"
          value={from}
          max={until}
          error={words}
          onChange={(event) => setFrom(event.target.value)}
        />
        <Field
          id="csv-until"
          type="date"
          label="Until and including"
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
      </div>
      {wrong ? (
        <p className="t-xs ink-2 under">The file can be saved once both days are right.</p>
      ) : (
        <a
          className={buttonClass({ look: 'line' })}
          href={`/api/transactions.csv?from=${from}&until=${until}`}
          download
        >
          Save the file
        </a>
      )}
    </section>
  );
}
