import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isFor } from '../../../../kernel/acts.ts';
import { Badge, type BadgeKind } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { useCommand } from '../../../../ui/command.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { type Fact, FactList } from '../../../../ui/desk/facts.tsx';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { dateText, momentText } from '../../../../ui/format.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { screenNotices } from '../../../compliance/desk-messages.ts';
import type { AssessmentLine, Outcome } from '../../../risk/views.ts';
import { sourceNames } from '../../../screening/sources.ts';
import '../../../../ui/desk/desk-page.css';
import { ScoreTable } from '../../../compliance/screens/parts/score.tsx';
import { riskActs } from '../../../risk/acts.ts';
import { readDetails } from './data.ts';

export const outcomeWords: Readonly<Record<Outcome, { kind: BadgeKind; text: string }>> = {
  accepted: { kind: 'approved', text: 'Accepted' },
  held: { kind: 'pending', text: 'Held' },
  wallet_blocked: { kind: 'rejected', text: 'Wallet blocked' },
  transaction_blocked: { kind: 'rejected', text: 'Stopped by its score' },
};

/** How one score came about, and whether what was stored still gives it. */
export function Assessed({ line }: { line: AssessmentLine }) {
  const { inputs } = readDetails({ inputs: line.inputs });
  return (
    <div className="stack-s">
      <ScoreTable score={line.score} level={line.level} factors={line.factors} />
      <p className="ink-2 num">
        By version {line.ruleSetVersion} of the rules, {momentText(line.at, { year: true })}.{' '}
        {line.recomputes ? (
          'What was stored gives the same number again.'
        ) : (
          <b className="bad-ink">What was stored gives another number now. Tell whoever keeps the system.</b>
        )}
      </p>
      <details className="past">
        <summary>What it was made from</summary>
        <FactList facts={inputs} />
      </details>
    </div>
  );
}

type Wallet = Awaited<ReturnType<typeof call.desk.wallet>>;

const resultWords: Readonly<Record<string, { kind: BadgeKind; text: string }>> = {
  clear: { kind: 'approved', text: 'Clear' },
  flagged: { kind: 'rejected', text: 'Flagged' },
  high_risk: { kind: 'rejected', text: 'High risk' },
  error: { kind: 'pending', text: 'Not screened' },
};

/** Asks the lists in force now. The order stays held: a person releases it. */
function ScreenAgain({ orderId }: { orderId: string }) {
  const queries = useQueryClient();
  const again = useCommand(api.desk.screenAgain, {
    done: ({ result }) => {
      const words = resultWords[result]?.text ?? result;
      toastSuccess(screenNotices.again, { result: words.toLowerCase() });
    },
    after: () => queries.invalidateQueries({ queryKey: api.desk.key() }),
  });
  return (
    <Button look="line" busy={again.isPending} onClick={() => again.mutate({ orderId })}>
      Screen again
    </Button>
  );
}

function Screened({ found, orderId }: { found: Wallet; orderId: string }) {
  const { screening } = found;
  if (!screening) return <p className="ink-2">Its wallet was never screened.</p>;
  const { kind, text } = resultWords[screening.result] ?? { kind: 'other' as const, text: screening.result };
  const lists = screening.lists.map(({ source, publishedOn }) => `${sourceNames[source]} of ${dateText(publishedOn)}`);
  const facts: Fact[] = [
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
    ['Its own score', `${screening.riskScore} of 100`],
  ];
  if (screening.categories.length > 0)
    facts.push(['Listed as', screening.categories.map((each) => each.replaceAll('_', ' ')).join(', ')]);
  facts.push(['Rests on', lists.length > 0 ? lists.join('; ') : 'No list']);
  facts.push(['Screened', momentText(screening.at, { year: true })]);
  return (
    <div className="stack-s">
      <FactList facts={facts} />
      {found.held && <ScreenAgain orderId={orderId} />}
    </div>
  );
}

function Judged({ orderId }: { orderId: string }) {
  const assessments = useQuery(api.risk.assessments.queryOptions({ input: { orderId } }));
  const wallet = useQuery(api.desk.wallet.queryOptions({ input: { orderId } }));
  const line = assessments.data?.assessments[0];
  const error = assessments.error ?? wallet.error;
  return (
    <div className="stack-s">
      <h3>Judgement</h3>
      {line && <Assessed line={line} />}
      {assessments.data && !line && <p className="ink-2">It was placed before orders were judged.</p>}
      {wallet.data && (
        <div>
          <h3>Wallet</h3>
          <Screened found={wallet.data} orderId={orderId} />
        </div>
      )}
      {error ? (
        <FailedState
          text="The judgement could not be read."
          error={error}
          onRetry={() => void Promise.all([assessments.refetch(), wallet.refetch()])}
        />
      ) : (
        !(assessments.data && wallet.data) && <Skeleton lines={[90, 90, 60]} />
      )}
    </div>
  );
}

/** How an order was judged, on its page at the desk: for compliance alone. Others see that it is held, and no more. */
export function OrderJudgement({ orderId }: { orderId: string }) {
  const { data } = useQuery(api.accounts.viewer.queryOptions());
  return data && isFor(riskActs.work, data.roles) ? <Judged orderId={orderId} /> : null;
}
