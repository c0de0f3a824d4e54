import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { LimitCap, LimitGauge, limitAdvice, tierNames } from '../../../trading/screens/trade/limit-banner.tsx';
import { GoToKyc } from '../../../trading/screens/trade/verdict-notice.tsx';

/** The monthly limit with 'Go to KYC' [000 §2 Dashboard, decisions B8, C4]. */
export function LimitNotice() {
  const { data, error, refetch } = useQuery(api.trading.limits.queryOptions());
  return (
    <section aria-labelledby="month-limit">
      <h2 id="month-limit">Monthly limit</h2>
      {!data && error && (
        <FailedState text="We couldn't load your limit." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton label="Loading your limit" lines={[40, 100, 70]} />}
      {data && (
        <div className="month">
          <div className="row between">
            <div>
              <LimitCap limit={data.limit} />
            </div>
            <span className="t-xs ink-2">{tierNames[data.limit.tier]}</span>
          </div>
          <LimitGauge limit={data.limit} />
          <p className="t-xs ink-2">
            Resets {formatDateTime(data.limit.resetsAt)}, Jamaica time. {limitAdvice(data)} <GoToKyc />
          </p>
        </div>
      )}
    </section>
  );
}
