import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../../../ui/client.ts';
import { errorMessage } from '../../../../ui/error-message.ts';
import { FailedState } from '../../../../ui/failed-state.tsx';
import NotFound from '../../../../ui/not-found.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { OrderAssessment } from '../../../casework/screens/parts/order-assessment.tsx';
import type { Case, CaseFile } from '../data.ts';
import { ApprovalsPanel } from './approvals-panel.tsx';
import { Comparison } from './comparison.tsx';
import { CompetingOrders } from './competing-orders.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { Evidence } from './evidence.tsx';
import { useFindings } from './findings.ts';
import { CustomerDetails, MovementDetails, OrderDetails, OrderHead } from './order-details.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import type { OpenStep } from './use-step-dialog.ts';
import { WalletWarningNotice } from './wallet-warning.tsx';

/** Loaded with the first action. */
const StepDialog = lazy(() => import('./step-dialog.tsx').then(({ StepDialog: view }) => ({ default: view })));

type PanelProps = { orderId: string; isPage?: boolean };

export function OrderPanel({ orderId, isPage = false }: PanelProps) {
  const query = useQuery(api.desk.order.queryOptions({ input: { orderId } }));
  const { code } = query.error ? errorMessage(query.error) : {};
  const isMissing = code === 'trading.order_not_found' || (query.error as { status?: number } | null)?.status === 400;
  if (isMissing && isPage) return <NotFound />;
  return (
    <section className={isPage ? 'panel alone' : 'panel'} aria-label="Order">
      {query.data ? (
        <OpenCase file={query.data} isPage={isPage} />
      ) : (
        <div className="in">
          {isMissing && <Notice>We couldn't find this order, or you can't handle it.</Notice>}
          {query.error && !isMissing && (
            <FailedState text="Couldn't load the order." error={query.error} onRetry={() => void query.refetch()} />
          )}
          {!query.error && <Skeleton lines={[60, 90, 100, 100, 80]} />}
        </div>
      )}
    </section>
  );
}

const getEvidenceName = ({ order }: Case, file: CaseFile): string => {
  if (file.id !== order.proofFile) return 'Source of funds';
  return order.side === 'buy' ? 'Proof of payment' : 'Proof of coins sent';
};

function OpenCase({ file, isPage }: { file: Case; isPage: boolean }) {
  const [findings, setFindings] = useFindings(file.order.id);
  const [step, setStep] = useState<OpenStep | null>(null);
  const Title = isPage ? 'h1' : 'h2';
  return (
    <>
      <div className="in">
        <OrderHead file={file} Title={Title} />
        <ApprovalsPanel file={file} />
        {isPage && <h2 className="sr">Evidence and timeline</h2>}
        <div className="cols">
          <div className="col">
            <Evidence files={file.files} nameOf={(evidence) => getEvidenceName(file, evidence)} />
            <Comparison file={file} findings={findings} onFound={setFindings} />
            <CompetingOrders file={file} />
            <WalletWarningNotice file={file} />
          </div>
          <div className="col">
            <OrderTimeline file={file} />
            <OrderAssessment orderId={file.order.id} />
            <CustomerDetails file={file} />
            <MovementDetails file={file} />
            <OrderDetails file={file} />
          </div>
        </div>
      </div>
      <DecisionBar file={file} onOpen={(action) => setStep({ action, file, findings })} />
      <Suspense>{step && <StepDialog step={step} onClose={() => setStep(null)} />}</Suspense>
    </>
  );
}
