import { useQuery } from '@tanstack/react-query';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { formatDate } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { PriceBreakdown } from '../../../ui/price-breakdown.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { CodeForm, maxCodeLength, useCode } from '../../learning/certificates/screens/code-form.tsx';
import { type CheckedStatement, formatJmd, formatUsd } from '../documents/statement-totals.ts';

export const meta = () => [
  { title: 'Check a year statement - Cryptocommerce' },
  { name: 'robots', content: 'noindex' },
];

const checked = {
  path: '/statements',
  label: 'Statement code',
  missingText: 'Enter the code on the statement',
} as const;

function StatementDetails({ statement: { year, totals, issuedAt, isReplaced } }: { statement: CheckedStatement }) {
  const row = (label: string, inJmd: string, inUsd: string) => ({
    label,
    figure: formatJmd(inJmd),
    under: formatUsd(inUsd),
  });
  return (
    <>
      <div className="row between">
        <h2>Year statement {year}</h2>
        <Badge kind="approved">Issued by us</Badge>
      </div>
      {isReplaced && (
        <Notice>We issued a newer statement for this year to the same customer. Ask them for that one.</Notice>
      )}
      {!totals.isWholeYear && <Notice>Issued before the year ended. Later orders aren't included.</Notice>}
      {totals.isDemo && <Notice>Made with demo prices: no real money or coins are involved.</Notice>}
      <PriceBreakdown
        rows={[
          { label: 'Issued on', figure: formatDate(jamaicaDay(issuedAt)) },
          { label: 'Completed orders', figure: String(totals.orders) },
          row('Paid for coins', totals.boughtJmd, totals.boughtUsd),
          row('Received for coins', totals.soldJmd, totals.soldUsd),
          row('Fees', totals.feesJmd, totals.feesUsd),
        ]}
      />
      <p className="t-xs ink-2">
        These totals must match the paper. We don't show a name here: compare the name on the paper with the customer's
        ID.
      </p>
    </>
  );
}

function CodeResult({ code }: { code: string }) {
  const query = useQuery(api.trading.checkStatement.queryOptions({ input: { code: code.slice(0, maxCodeLength) } }));
  if (!query.data) return <QueryPlaceholder query={query} text="We couldn't check the code." lines={[46, 100, 92]} />;
  const { statement } = query.data;
  if (statement) return <StatementDetails statement={statement} />;
  return (
    <Notice kind="bad">
      <p className="b">There is no statement with this code.</p>
      <p>Check the code character by character. If it's correct, we didn't issue that statement.</p>
    </Notice>
  );
}

export default function CheckStatement() {
  const code = useCode();
  return (
    <div className="wrap verify">
      <ScreenHead
        title="Check a year statement"
        text="Every year statement has a code. Enter the code and compare the totals with the paper."
      />
      {code !== '' && (
        <div className="sheet neat stack" role="status">
          <CodeResult key={code} code={code} />
        </div>
      )}
      <CodeForm key={code} code={code} checked={checked} />
    </div>
  );
}
