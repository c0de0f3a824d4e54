import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../../../ui/client.ts';
import { FailedState } from '../../../../ui/failed-state.tsx';
import NotFound from '../../../../ui/not-found.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { refusalWords } from '../../../../ui/refusal-words.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { OrderJudgement } from '../../../casework/screens/parts/judgement.tsx';
import { Comparison } from './comparison.tsx';
import type { Case, CaseFile } from './data.ts';
import { DecisionBar } from './decision-bar.tsx';
import { Evidence } from './evidence.tsx';
import { Eyes } from './eyes.tsx';
import { useFound } from './found.ts';
import { CustomerFacts, MovedFacts, OrderFacts, OrderHead } from './order-facts.tsx';
import { Rivals } from './rivals.tsx';
import type { OpenStep } from './step-shell.tsx';
import { Story } from './story.tsx';
import { WarnedOf } from './warned.tsx';

/** Forms come with the first step that somebody opens. */
const StepDialog = lazy(() => import('./step-dialog.tsx').then(({ StepDialog: view }) => ({ default: view })));

type PanelProps = { orderId: string; alone?: boolean };

/** An order at the desk: what it is, what proves it, what happened, and what this person may do now. */
export function OrderPanel({ orderId, alone = false }: PanelProps) {
  const query = useQuery(api.desk.order.queryOptions({ input: { orderId } }));
  const { code } = query.error ? refusalWords(query.error) : {};
  const missing = code === 'trading.order_not_found' || (query.error as { status?: number } | null)?.status === 400;
  if (missing && alone) return <NotFound />;
  return (
    <section className={alone ? 'panel alone' : 'panel'} aria-label="Order">
      {query.data ? (
        <OpenCase file={query.data} alone={alone} />
      ) : (
        <div className="in">
          {missing && <Notice>There is no such order, or it is not for you to handle.</Notice>}
          {query.error && !missing && (
            <FailedState text="The order could not be read." error={query.error} onRetry={() => void query.refetch()} />
          )}
          {!query.error && <Skeleton lines={[60, 90, 100, 100, 80]} />}
        </div>
      )}
    </section>
  );
}

const evidenceName = ({ order }: Case, file: CaseFile): string => {
  if (file.id !== order.proofFile) return 'Source of funds';
  return order.side === 'buy' ? 'Proof of payment' : 'Proof of coins sent';
};

function OpenCase({ file, alone }: { file: Case; alone: boolean }) {
  const [found, setFound] = useFound(file.order.id);
  const [step, setStep] = useState<OpenStep | null>(null);
  const Title = alone ? 'h1' : 'h2';
  return (
    <>
      <div className="in">
        <OrderHead file={file} Title={Title} />
        <Eyes file={file} />
        {alone && <h2 className="sr">Evidence and story</h2>}
        <div className="cols">
          <div className="col">
            <Evidence files={file.files} nameOf={(one) => evidenceName(file, one)} />
            <Comparison file={file} found={found} onFound={setFound} />
            <Rivals file={file} />
            <WarnedOf file={file} />
          </div>
          <div className="col">
            <Story file={file} />
            <OrderJudgement orderId={file.order.id} />
            <CustomerFacts file={file} />
            <MovedFacts file={file} />
            <OrderFacts file={file} />
          </div>
        </div>
      </div>
      <DecisionBar file={file} onOpen={(act) => setStep({ act, file, found })} />
      <Suspense>{step && <StepDialog step={step} onClose={() => setStep(null)} />}</Suspense>
    </>
  );
}
