import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { PriceBreakdown } from '../../../../ui/price-breakdown.tsx';
import { locationNotices } from '../../messages.ts';
import { placeNotices } from '../../place-messages.ts';
import type { OwnLocation } from '../own-location.ts';
import { useAnswerConsent, useDetectLocation } from '../use-location-commands.ts';
import { TurnOff } from './turn-off.tsx';

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

export const VerificationCard = ({ own }: { own: OwnLocation }) => (
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
