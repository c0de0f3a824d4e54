import { useQuery } from '@tanstack/react-query';
import { PageSection } from '../../../ui/admin/section.tsx';
import { api, type call } from '../../../ui/client.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { formatAmount } from '../../movements/amount.ts';
import { batchLabels } from '../messages.ts';

type Batch = NonNullable<Awaited<ReturnType<typeof call.bankLines.batch>>['batch']>;
type Result = Batch['lines'][number];

export function useBatch(works: boolean) {
  const { data } = useQuery({ ...api.bankLines.batch.queryOptions(), enabled: works });
  const batch = data?.batch ?? null;
  return { batch, left: batch?.lines.filter(({ state }) => state === 'waiting').length ?? 0 };
}

const formatLine = ({ amount, reference }: Result): string =>
  [amount && formatAmount(amount), reference || 'No reference'].filter(Boolean).join(', ');

const Results = ({ title, lines }: { title: string; lines: readonly Result[] }) =>
  lines.length > 0 && (
    <details open={lines.some(({ state }) => state === 'refused')}>
      <summary>
        {title} ({lines.length})
      </summary>
      <ul className="notes">
        {lines.map((line) => (
          <li key={line.lineId} className="wrap-any">
            <span className="num">{formatLine(line)}</span>
            {line.reason && <span className="ink-2">: {line.reason}</span>}
          </li>
        ))}
      </ul>
    </details>
  );

export function BatchPanel({ batch, left }: { batch: Batch; left: number }) {
  const inState = (state: Result['state']) => batch.lines.filter((line) => line.state === state);
  return (
    <PageSection id="batch" title={batchLabels[batch.act]}>
      <p className="ink-2" role="status">
        {left > 0
          ? `Working on it: ${left} of ${batch.lines.length} to go. You can close this page.`
          : `${inState('done').length} of ${batch.lines.length} done, started ${formatDateTime(batch.createdAt)}.`}
      </p>
      <Results title="Failed" lines={inState('refused')} />
      <Results title="Done" lines={inState('done')} />
    </PageSection>
  );
}
