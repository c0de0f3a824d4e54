import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Field } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { Link } from '../../../../ui/link.tsx';
import { formatPrice } from '../../../../ui/price-format.ts';
import { ScreenHead } from '../../../../ui/screen-head.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { SignInRequired } from '../../../../ui/sign-in-required.tsx';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { useCommand } from '../../../../ui/use-command.ts';
import { useViewer } from '../../../../ui/viewer.ts';
import { coinName, quotedSymbols } from '../../../assets/assets.ts';
import { priceAlertToasts } from '../customer-messages.ts';
import { formatTarget, formatValue } from '../format-alert.ts';
import { SetPriceAlert } from '../schema.ts';
import './price-alerts.css';

export const meta = () => [{ title: 'Price alerts - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

type AlertList = Awaited<ReturnType<typeof call.priceAlerts.list>>;
type Alert = AlertList['alerts'][number];

const coinOptions = quotedSymbols.map((value) => ({ value, name: `${coinName(value)} (${value})` }));
const directionOptions = [
  { value: 'above', name: 'Goes above a price' },
  { value: 'below', name: 'Goes below a price' },
  { value: 'move', name: 'Moves up or down in 24 hours' },
];
const currencyOptions = [
  { value: 'JMD', name: 'J$' },
  { value: 'USD', name: 'US$' },
];

/** Current price of the coin. Empty while it is unknown or out of date. */
function useCurrentPrice(symbol: string): string {
  const { data = [] } = useQuery(api.prices.list.queryOptions({ input: { order: 'symbol' } }));
  const price = data.find((listed) => listed.symbol === symbol);
  if (!price || price.stale) return '';
  return `Now J$${formatPrice(price.priceJmd)} (US$${formatPrice(price.priceUsd)})`;
}

function SetAlert() {
  const queries = useQueryClient();
  const requestedCoin = useSearchParams()[0].get('coin');
  const { form, field, submit, busy } = useCommandForm(SetPriceAlert, api.priceAlerts.set, {
    start: {
      symbol: quotedSymbols.find((symbol) => symbol === requestedCoin) ?? quotedSymbols[0],
      direction: 'above',
      currency: 'JMD',
      target: '',
    },
    done: () => {
      form.reset({ ...form.values(), target: '' });
      toastSuccess(priceAlertToasts.set);
      void queries.invalidateQueries({ queryKey: api.priceAlerts.key() });
    },
  });
  const current = useCurrentPrice(form.get('symbol'));
  const isMove = form.get('direction') === 'move';
  return (
    <section aria-labelledby="set-alert">
      <h2 id="set-alert" className="ruled">
        Set a price alert
      </h2>
      <form className="stack" noValidate onSubmit={submit}>
        <SelectField label="Coin" options={coinOptions} hint={current || undefined} {...field('symbol')} />
        <SelectField label="Let me know when it" options={directionOptions} {...field('direction')} />
        {isMove ? (
          <Field
            label="Move"
            suffix="%"
            inputMode="decimal"
            autoComplete="off"
            hint="At most one notice a day."
            {...field('target')}
          />
        ) : (
          <>
            <SelectField label="Currency" options={currencyOptions} {...field('currency')} />
            <Field
              label="Price"
              prefix={form.get('currency') === 'USD' ? 'US$' : 'J$'}
              inputMode="decimal"
              autoComplete="off"
              amount
              {...field('target')}
            />
          </>
        )}
        <div className="row">
          <Button type="submit" busy={busy}>
            Set alert
          </Button>
        </div>
      </form>
    </section>
  );
}

const formatRule = (alert: Alert): string => {
  const words = { above: 'goes above', below: 'goes below', move: 'moves' }[alert.direction];
  return `${coinName(alert.symbol)} ${words} ${formatTarget(alert)}${alert.direction === 'move' ? ' in 24 hours' : ''}`;
};

function AlertRow({ alert }: { alert: Alert }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useCommand(api.priceAlerts.remove, {
    done: () => toastSuccess(priceAlertToasts.removed),
    after: () => queries.invalidateQueries({ queryKey: api.priceAlerts.key() }),
  });
  const { id, direction, firedAt, firedValue } = alert;
  const isDone = firedAt !== null && direction !== 'move';
  return (
    <li>
      <div>
        <b>{formatRule(alert)}</b> {isDone && <Badge kind="approved">Done</Badge>}
        {firedAt && firedValue !== null && (
          <p className="t-xs ink-2 num">
            {isDone ? 'Reached' : 'Last moved'} {formatValue(alert, firedValue)} on {formatDateTime(firedAt)}
          </p>
        )}
      </div>
      <Button
        variant="line"
        size="small"
        busy={isPending}
        label={`Remove: ${formatRule(alert)}`}
        onClick={() => mutate({ alertId: id })}
      >
        Remove
      </Button>
    </li>
  );
}

function Alerts() {
  const query = useQuery(api.priceAlerts.list.queryOptions());
  if (!query.data) return <QueryPlaceholder query={query} text={priceAlertToasts.failed.text} lines={[60, 100, 90]} />;
  const { alerts, most } = query.data;
  if (alerts.length === 0)
    return <EmptyState title="No alerts yet." text="Set one and we'll keep an eye on the price for you." />;
  return (
    <>
      <ul className="keyring">
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} />
        ))}
      </ul>
      <p className="t-xs ink-2">You can have up to {most} active alerts. We delete finished ones after 30 days.</p>
    </>
  );
}

export default function PriceAlertsScreen() {
  if (useViewer().session !== 'in') return <SignInRequired />;
  return (
    <div className="wrap price-alerts">
      <ScreenHead title="Price alerts" text="Choose a price and we'll let you know when a coin gets there." />
      <div className="stack">
        <SetAlert />
        <section aria-labelledby="alerts">
          <h2 id="alerts" className="ruled">
            Your alerts
          </h2>
          <Alerts />
        </section>
        <p className="ink-2">
          Alerts reach you by notice, email and push.{' '}
          <Link className="link" to="/notices/settings">
            Notice settings
          </Link>
        </p>
      </div>
    </div>
  );
}
