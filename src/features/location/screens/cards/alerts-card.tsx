import { X } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { locationNotices } from '../../messages.ts';
import { placeNotices } from '../../place-messages.ts';
import type { OwnLocation } from '../own-location.ts';
import { useDismissAlert } from '../use-location-commands.ts';

type Alert = OwnLocation['alerts'][number];

function OneAlert({ alert }: { alert: Alert }) {
  const dismiss = useDismissAlert();
  const title = placeNotices.alerts[alert.kind];
  return (
    <li>
      <Notice kind={alert.serious ? 'bad' : 'note'}>
        <b>{title}</b>
        <p>{alert.from ? `${alert.from} → ${alert.to}` : alert.to}</p>
        <p className="t-xs ink-2">{formatDateTime(alert.at, { year: true })}</p>
        <Button
          variant="bare"
          size="small"
          icon
          label={`Dismiss: ${title}, ${alert.to}`}
          busy={dismiss.isPending}
          onClick={() => dismiss.mutate({ id: alert.id })}
        >
          <X className="ic" aria-hidden="true" />
        </Button>
      </Notice>
    </li>
  );
}

/** Card of open location alerts [000 §2 Profile, §8 Location]. */
export const AlertsCard = ({ alerts }: { alerts: readonly Alert[] }) => (
  <section className="stack" aria-labelledby="location-alerts">
    <h3 id="location-alerts">Location alerts</h3>
    {alerts.length === 0 ? (
      <p className="ink-2">{locationNotices.noAlerts}</p>
    ) : (
      <>
        <ul className="location-alerts">
          {alerts.map((alert) => (
            <OneAlert key={alert.id} alert={alert} />
          ))}
        </ul>
        <p className="t-xs ink-2">If this wasn't you, change your password and sign out your other devices.</p>
      </>
    )}
  </section>
);
