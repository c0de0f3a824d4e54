import { CalendarDays, MapPin } from 'lucide-react';
import { groupThousands } from '../../../ui/number-format.ts';
import type { Mode } from '../session.ts';
import { formatTimes } from '../times.ts';
import { ModeRow } from './mode-row.tsx';
import type { OwnPlace, ShownWorkshop } from './types.ts';

type WorkshopCardProps = {
  workshop: ShownWorkshop;
  price: number;
  isIn: boolean;
  places: readonly OwnPlace[];
  onJoin: (mode: Mode) => void;
  onWait: (mode: Mode) => void;
};

/** A workshop with its registration modes [001 §2 Subscriptions page]. */
export function WorkshopCard({ workshop, price, isIn, places, onJoin, onWait }: WorkshopCardProps) {
  const { id, title, description, flyer, flyerAlt, startAt, endAt, place, seats } = workshop;
  return (
    <article className="workshop" aria-labelledby={`workshop-${id}`}>
      {flyer && <img src={flyer} alt={flyerAlt ?? ''} loading="lazy" width={480} height={320} />}
      <div className="stack">
        <h3 className="t-xl" id={`workshop-${id}`}>
          {title}
        </h3>
        <ul className="facts-list">
          <li>
            <CalendarDays className="ic" aria-hidden="true" />
            {formatTimes(startAt, endAt)}
          </li>
          <li>
            <MapPin className="ic" aria-hidden="true" />
            {place}
          </li>
        </ul>
        <p className="said">{description}</p>
        <p className="num">
          <b>J${groupThousands(String(price))}</b> <span className="ink-2">per place</span>
        </p>
        {workshop.open || places.length > 0 ? (
          <ul className="modes">
            {seats.map(({ mode, left }) => (
              <ModeRow
                key={mode}
                mode={mode}
                left={workshop.open ? left : 0}
                isIn={isIn}
                title={title}
                place={places.find((each) => each.mode === mode)}
                open={workshop.open}
                onJoin={() => onJoin(mode)}
                onWait={() => onWait(mode)}
              />
            ))}
          </ul>
        ) : (
          <p className="ink-2">This workshop has started. Registration is closed.</p>
        )}
      </div>
    </article>
  );
}
