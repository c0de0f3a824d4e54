import { useQuery } from '@tanstack/react-query';
import { api, type call } from '../../../ui/client.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FailedState } from '../../../ui/states.tsx';
import './location.css';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { PriceBreakdown } from '../../../ui/price-breakdown.tsx';
import { locationNotices, placeNotices } from '../messages.ts';
import { useAnswerConsent, useDetectLocation, useDismissAlert } from './use-location-commands.ts';

type OwnLocation = Awaited<ReturnType<typeof call.location.own>>;

function TurnOff() {
  const [isConfirming, setIsConfirming] = useState(false);
  const answer = useAnswerConsent({ done: () => setIsConfirming(false), withdrawn: true });
  return (
    <>
      <Button variant="bare" onClick={() => setIsConfirming(true)}>
        Turn off
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        locked={answer.isPending}
        title="Turn off location?"
        cancelLabel="Keep it on"
        confirmLabel="Turn off and remove"
        grave
        busy={answer.isPending}
        onConfirm={() => answer.mutate({ allow: false })}
      >
        <p>This removes your stored locations, their history and your location alerts right away.</p>
        <p className="ink-2 under">You can turn location on again at any time. Your history will start from scratch.</p>
      </ConfirmDialog>
    </>
  );
}

type Place = NonNullable<OwnLocation['place']>;

const { badges } = placeNotices;

const StateBadge = ({ own: { consent, place, mismatch, hidden } }: { own: OwnLocation }) => {
  if (!consent) return <Badge>{badges.off}</Badge>;
  if (!place) return <Badge kind="pending">{badges.none}</Badge>;
  return mismatch || hidden ? (
    <Badge kind="note">{badges.check}</Badge>
  ) : (
    <Badge kind="approved">{badges.verified}</Badge>
  );
};

function Disabled() {
  const answer = useAnswerConsent();
  return (
    <>
      <p>{locationNotices.disabled}</p>
      <div>
        <Button busy={answer.isPending} onClick={() => answer.mutate({ allow: true })}>
          Enable location
        </Button>
      </div>
    </>
  );
}

/** Warnings about a location mismatch and a VPN or proxy [000 §8 Location]. They block nothing. */
const Warnings = ({ own: { mismatch, hidden, place } }: { own: OwnLocation }) => (
  <>
    {mismatch && (
      <Notice>
        <b>Location mismatch.</b> Your profile says {mismatch.declared}, but this connection is from {mismatch.detected}
        . If you're travelling, you don't need to do anything. If you moved, change your country under{' '}
        <a className="link" href="#personal">
          Personal information
        </a>
        .
      </Notice>
    )}
    {hidden && (
      <Notice>
        <b>VPN or proxy.</b> Your connection seems to use one ({place?.provider}). The place shown may be wrong.
      </Notice>
    )}
  </>
);

const PlaceRows = ({ place }: { place: Place }) => (
  <PriceBreakdown
    rows={[
      { label: 'Place', figure: place.name },
      { label: 'IP address', figure: place.address },
      ...(place.provider ? [{ label: 'Provider', figure: place.provider }] : []),
      { label: 'Detected', figure: formatDateTime(place.at, { year: true }) },
    ]}
  />
);

function Enabled({ own }: { own: OwnLocation }) {
  const detect = useDetectLocation({ quiet: false });
  return (
    <>
      {own.failure && (
        <Notice kind="bad" live>
          {placeNotices[own.failure === 'location.unavailable' ? 'unavailable' : 'notListed']}
        </Notice>
      )}
      <Warnings own={own} />
      {own.place && <PlaceRows place={own.place} />}
      {own.demo && <p className="t-xs ink-2">Demo: your IP address is private, so we use one from Jamaica.</p>}
      <div className="row">
        <Button variant="line" busy={detect.isPending} onClick={() => detect.mutate(undefined)}>
          {own.place ? 'Update location' : 'Try Again'}
        </Button>
        <TurnOff />
      </div>
    </>
  );
}

const VerificationCard = ({ own }: { own: OwnLocation }) => (
  <section className="stack" aria-labelledby="location-verification">
    <div className="row between">
      <h3 id="location-verification">Location verification</h3>
      <StateBadge own={own} />
    </div>
    {own.consent ? <Enabled own={own} /> : <Disabled />}
    <p className="t-xs ink-2">
      Looked up on our own server. No other company is involved.{' '}
      <a className="link" href="https://db-ip.com/" rel="noopener" target="_blank">
        IP Geolocation by DB-IP
      </a>
    </p>
  </section>
);

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
const AlertsCard = ({ alerts }: { alerts: readonly Alert[] }) => (
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

/** 'Security & Location' [000 §2 Profile]. */
export function LocationCards() {
  const { data, error, isPending, refetch } = useQuery(api.location.own.queryOptions());
  if (isPending) return <Skeleton label="Loading your location" lines={[34, 92, 70, 48]} />;
  if (!data) return <FailedState text="We couldn't load your location." error={error} onRetry={() => void refetch()} />;
  return (
    <div className="location-cards">
      <VerificationCard own={data} />
      <AlertsCard alerts={data.alerts} />
    </div>
  );
}
