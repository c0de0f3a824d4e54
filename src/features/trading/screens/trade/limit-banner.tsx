import { useQuery } from '@tanstack/react-query';
import { worded } from '../../../../kernel/worded.ts';
import { api } from '../../../../ui/client.ts';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { momentText } from '../../../../ui/format.ts';
import { MoneyText, moneyWords } from '../../../../ui/money-text.tsx';
import { ScaleBar, ScaleKey } from '../../../../ui/scale-bar.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { limitWords } from '../../own-messages.ts';
import type { Tier } from '../../quoting/limits.ts';
import type { Limits } from './shapes.ts';
import { GoToKyc } from './verdict-notice.tsx';

/** The documented labels of the tiers [001 §6 Transaction caps]. */
export const tierNames: Record<Tier, string> = {
  none: 'No KYC Approved',
  tier1: 'Tier 1 Approved',
  tier2: 'Tier 2 Approved',
};

/**
 * What the approved tier allows and what opens more: complete KYC, or Tier 2 [001 §2 Trading page]. A review that is
 * under way is named instead of asked for.
 */
export function limitAdvice({ limit, statusOf }: Limits): string | null {
  if (limit.tier === 'tier2') return null;
  const next = limit.tier === 'tier1' ? 2 : 1;
  return statusOf[next] === 'pending' ? worded(limitWords.waiting, { tier: String(next) }) : limitWords[limit.tier];
}

/** The month's cap, J$ first. */
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

/** Used, held and remaining, on a scale where there is a cap. */
export function LimitGauge({ limit }: Pick<Limits, 'limit'>) {
  const { capJmd, used, held, remaining } = limit;
  const items = [
    { kind: 'used' as const, name: 'Used', figure: <MoneyText money={used} cents="whole" /> },
    { kind: 'held' as const, name: 'Held', figure: <MoneyText money={held} cents="whole" /> },
    { name: 'Remaining', figure: remaining ? <MoneyText money={remaining} cents="whole" /> : 'Unlimited' },
  ];
  const label = capJmd
    ? `${moneyWords(used)} used and ${moneyWords(held)} held of ${moneyWords(capJmd)} this month`
    : `${moneyWords(used)} used and ${moneyWords(held)} held this month, without a limit`;
  return (
    <div>
      {capJmd && (
        <ScaleBar
          label={label}
          whole={capJmd.minor}
          ticks={6}
          parts={[
            { kind: 'used', amount: used.minor },
            { kind: 'held', amount: held.minor },
          ]}
        />
      )}
      <ScaleKey items={items} />
    </div>
  );
}

/**
 * The banner of the monthly limit by tier, a cap or unlimited [001 §2 Trading page]: cap, used, held, remaining, and
 * when it resets in Jamaica's time (decisions B8, C4).
 */
export function LimitBanner() {
  const { data, error, refetch } = useQuery(api.trading.limits.queryOptions());
  if (!data && error)
    return (
      <section className="limit plain" aria-label="Monthly limit">
        <FailedState text="Your limit could not be loaded." error={error} onRetry={() => void refetch()} />
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
        <div className="num">Resets {momentText(limit.resetsAt)}, Jamaica time</div>
        {more && (
          <div>
            {more} <GoToKyc />
          </div>
        )}
      </div>
    </section>
  );
}
