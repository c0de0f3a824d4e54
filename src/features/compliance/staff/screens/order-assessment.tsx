import { useQuery, useQueryClient } from '@tanstack/react-query';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { type Detail, DetailsList } from '../../../../ui/admin/details.tsx';
import { Badge, type BadgeKind } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { formatDate, formatDateTime } from '../../../../ui/format.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { FailedState } from '../../../../ui/states.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { useCommand } from '../../../../ui/use-command.ts';
import type { AssessmentLine, Outcome } from '../../../risk/views.ts';
import { sourceNames } from '../../../screening/sources.ts';
import { screenNotices } from '../../notices.ts';
import '../../../../ui/admin/admin-page.css';
import { riskPermissions } from '../../../risk/permissions.ts';
import { readDetails } from './alert-details.ts';
import { ScoreTable } from './score.tsx';

export const outcomeLabels: Readonly<Record<Outcome, { kind: BadgeKind; text: string }>> = {
  accepted: { kind: 'approved', text: 'Accepted' },
  held: { kind: 'pending', text: 'Held' },
  wallet_blocked: { kind: 'rejected', text: 'Wallet blocked' },
  transaction_blocked: { kind: 'rejected', text: 'Stopped by risk score' },
};

export function AssessmentSummary({ line }: { line: AssessmentLine }) {
  const { inputs } = readDetails({ inputs: line.inputs });
  return (
    <div className="stack-s">
      <ScoreTable score={line.score} level={line.level} factors={line.factors} />
      <p className="ink-2 num">
        Rules version {line.ruleSetVersion}, {formatDateTime(line.at, { year: true })}.{' '}
        {line.recomputes ? (
          'The stored inputs give the same score.'
        ) : (
          <b className="bad-ink">The stored record doesn't match. Contact the system administrator.</b>
        )}
      </p>
      <details className="past">
        <summary>Inputs</summary>
        <DetailsList details={inputs} />
      </details>
    </div>
  );
}

type Wallet = Awaited<ReturnType<typeof call.desk.wallet>>;

const resultLabels: Readonly<Record<string, { kind: BadgeKind; text: string }>> = {
  clear: { kind: 'approved', text: 'Clear' },
  flagged: { kind: 'rejected', text: 'Flagged' },
  high_risk: { kind: 'rejected', text: 'High risk' },
  error: { kind: 'pending', text: 'Not screened' },
};

function RescreenButton({ orderId }: { orderId: string }) {
  const queries = useQueryClient();
  const rescreen = useCommand(api.desk.screenAgain, {
    done: ({ result }) => {
      const label = resultLabels[result]?.text ?? result;
      toastSuccess(screenNotices.again, { result: label.toLowerCase() });
    },
    after: () => queries.invalidateQueries({ queryKey: api.desk.key() }),
  });
  return (
    <Button variant="line" busy={rescreen.isPending} onClick={() => rescreen.mutate({ orderId })}>
      Screen again
    </Button>
  );
}

function Screened({ found, orderId }: { found: Wallet; orderId: string }) {
  const { screening } = found;
  if (!screening) return <p className="ink-2">The wallet has not been screened.</p>;
  const { kind, text } = resultLabels[screening.result] ?? { kind: 'other' as const, text: screening.result };
  const lists = screening.lists.map(
    ({ source, publishedOn }) => `${sourceNames[source]} of ${formatDate(publishedOn)}`,
  );
  const details: Detail[] = [
    [
      'Result',
      <Badge key="result" kind={kind}>
        {text}
      </Badge>,
    ],
    [
      'Wallet',
      <>
        <span className="code">{screening.address}</span> <CopyButton text={screening.address} name="wallet" />
      </>,
    ],
    ['Wallet score', `${screening.riskScore} of 100`],
  ];
  if (screening.categories.length > 0)
    details.push(['Listed as', screening.categories.map((each) => each.replaceAll('_', ' ')).join(', ')]);
  details.push(['Lists used', lists.length > 0 ? lists.join('; ') : 'No list']);
  details.push(['Screened', formatDateTime(screening.at, { year: true })]);
  return (
    <div className="stack-s">
      <DetailsList details={details} />
      {found.held && <RescreenButton orderId={orderId} />}
    </div>
  );
}

function AssessmentDetails({ orderId }: { orderId: string }) {
  const assessments = useQuery(api.risk.assessments.queryOptions({ input: { orderId } }));
  const wallet = useQuery(api.desk.wallet.queryOptions({ input: { orderId } }));
  const line = assessments.data?.assessments[0];
  const error = assessments.error ?? wallet.error;
  return (
    <div className="stack-s">
      <h3>Risk assessment</h3>
      {line && <AssessmentSummary line={line} />}
      {assessments.data && !line && <p className="ink-2">This order was placed before risk assessments began.</p>}
      {wallet.data && (
        <div>
          <h3>Wallet</h3>
          <Screened found={wallet.data} orderId={orderId} />
        </div>
      )}
      {error ? (
        <FailedState
          text="We couldn't load the assessment."
          error={error}
          onRetry={() => void Promise.all([assessments.refetch(), wallet.refetch()])}
        />
      ) : (
        !(assessments.data && wallet.data) && <Skeleton lines={[90, 90, 60]} />
      )}
    </div>
  );
}

export function OrderAssessment({ orderId }: { orderId: string }) {
  const { data } = useQuery(api.accounts.viewer.queryOptions());
  return data && roleAllows(riskPermissions.work, data.roles) ? <AssessmentDetails orderId={orderId} /> : null;
}
