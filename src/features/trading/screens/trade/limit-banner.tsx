import { useQuery } from '@tanstack/react-query';
import { formatMessage } from '../../../../kernel/message-template.ts';
import { api } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { Link } from '../../../../ui/link.tsx';
import { formatMoney, MoneyText } from '../../../../ui/money-text.tsx';
import { ScaleBar, ScaleLegend } from '../../../../ui/scale-bar.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { FailedState } from '../../../../ui/states.tsx';
import { limitMessages } from '../../customer-messages.ts';
import type { Tier } from '../../quoting/limits.ts';
import type { Limits } from './shapes.ts';

/** Tier labels [001 §6 Transaction caps]. */
export const tierNames: Record<Tier, string> = {
  none: 'No KYC Approved',
  tier1: 'Tier 1 Approved',
  tier2: 'Tier 2 Approved',
};

/** Suggests the next KYC tier, or mentions its pending review [001 §2 Trading page]. Null without a limit. */
export function limitAdvice({ limit, statusOf, waitsForCustomer }: Limits): string | null {
  if (limit.tier === 'tier2') return null;
  const next = limit.tier === 'tier1' ? 2 : 1;
  if (statusOf[next] !== 'pending') return limitMessages[limit.tier];
  return formatMessage(waitsForCustomer.includes(next) ? limitMessages.asked : limitMessages.waiting, {
    tier: String(next),
  });
}

export function LimitCap({ limit }: Pick<Limits, 'limit'>) {
  if (!limit.capJmd || !limit.capUsd) return <span className="b">Unlimited</span>;
  return (
    <>
      <MoneyText money={limit.capJmd} cents="whole" />{' '}
      <span className="ink-3 t-xs num">
        <MoneyText money={limit.capUsd} size="plain" cents="whole" /> per month
      </span>
    </>
  );
}

export function LimitGauge({ limit }: Pick<Limits, 'limit'>) {
  const { capJmd, used, held, remaining } = limit;
  const items = [
    { kind: 'used' as const, name: 'Used', figure: <MoneyText money={used} cents="whole" /> },
    { kind: 'held' as const, name: 'Held', figure: <MoneyText money={held} cents="whole" /> },
    { name: 'Remaining', figure: remaining ? <MoneyText money={remaining} cents="whole" /> : 'Unlimited' },
  ];
  const label = capJmd
    ? `${formatMoney(used)} used and ${formatMoney(held)} held of ${formatMoney(capJmd)} this month`
    : `${formatMoney(used)} used and ${formatMoney(held)} held this month, without a limit`;
  return (
    <div>
      {capJmd && (
        <ScaleBar
          label={label}
          total={capJmd.minor}
          ticks={6}
          parts={[
            { kind: 'used', amount: used.minor },
            { kind: 'held', amount: held.minor },
          ]}
        />
      )}
      <ScaleLegend items={items} />
    </div>
  );
}

/** Shows the monthly limit and its use [001 §2 Trading page, decisions B8, C4]. */
export function LimitBanner() {
  const { data, error, refetch } = useQuery(api.trading.limits.queryOptions());
  if (!data && error)
    return (
      <section className="limit plain" aria-label="Monthly limit">
        <FailedState text="We couldn't load your limit." error={error} onRetry={() => void refetch()} />
      </section>
    );
  if (!data)
    return (
      <section className="limit plain" aria-label="Monthly limit">
        <Skeleton label="Loading your limit" lines={[40, 70]} />
      </section>
    );
  const { limit } = data;
  const more = limitAdvice(data);
  return (
    <section className="limit" aria-labelledby="limit-title">
      <div>
        <h2 className="t-sm" id="limit-title">
          Monthly limit
        </h2>
        <div>
          <LimitCap limit={limit} />
        </div>
        <div className="t-xs ink-2">{tierNames[limit.tier]}</div>
      </div>
      <LimitGauge limit={limit} />
      <div className="t-xs ink-2">
        <div className="num">Resets {formatDateTime(limit.resetsAt)}, Jamaica time</div>
        {more && (
          <div>
            {more} <GoToKyc />
          </div>
        )}
      </div>
    </section>
  );
}

/** [001 §2 Trading page] */
export const GoToKyc = () => (
  <Link className="link" to="/profile#kyc">
    Go to KYC
  </Link>
);
