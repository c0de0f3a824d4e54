import { Badge } from '../../../ui/badge.tsx';
import { statusSections } from '../../status/components.ts';
import { historyLevels, maxHistory, stateBadges } from '../status-texts.ts';
import { pageMeta } from './page-meta.ts';
import { Contents, PageHead } from './parts/words.tsx';
import './status.css';

export const meta = () =>
  pageMeta({
    path: '/status',
    name: 'Status',
    description: 'What works right now: coins, networks, bank transfers, cards and emails, with the last 90 days.',
  });

const ServerBadge = ({ slot }: { slot: string }) => (
  <span className={`badge %%${slot}.class%%`}>{`%%${slot}.word%%`}</span>
);

/** The server removes components that we don't offer, and texts that are empty. */
const Component = ({ id, name }: { id: string; name: string }) => (
  <li data-optional={`%%status.${id}.on%%`}>
    <b>{name}</b> <ServerBadge slot={`status.${id}`} />
    <p data-optional={`%%status.${id}.text%%`} className="ink-2">{`%%status.${id}.text%%`}</p>
  </li>
);

/** Explains the badges. It also loads the style of every badge that the server may fill in. */
const BadgeLegend = () => (
  <p className="row t-xs status-key">
    <span className="ink-2">What the labels mean:</span>
    {Object.values(stateBadges).map(({ word, kind }) => (
      <Badge key={word} kind={kind}>
        {word}
      </Badge>
    ))}
    <Badge kind={historyLevels.info.kind}>{historyLevels.info.name}</Badge>
  </p>
);

const HistoryLine = ({ index }: { index: number }) => {
  const slot = `status.history.${index}`;
  return (
    <li data-optional={`%%${slot}.when%%`}>
      <b>{`%%${slot}.name%%`}</b> <ServerBadge slot={slot} />
      <p>{`%%${slot}.text%%`}</p>
      <p className="t-xs ink-2 num">{`%%${slot}.when%%`}</p>
    </li>
  );
};

const History = () => (
  <section id="history" aria-labelledby="history-title">
    <h2 id="history-title">Last 90 days</h2>
    <p data-optional="%%status.none%%">%%status.none%%</p>
    <ul className="status">
      {Array.from({ length: maxHistory }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is a slot, which has no other name.
        <HistoryLine key={index} index={index} />
      ))}
    </ul>
  </section>
);

const places = [...statusSections, { id: 'history', title: 'Last 90 days' }].map(({ id, title }) => ({ id, title }));

/** /status: filled by the system and by announcements of staff. */
export default function StatusPage() {
  return (
    <div className="wrap">
      <PageHead title="Status" lead="%%status.summary%%">
        <p className="t-xs version">%%status.checked%%</p>
      </PageHead>
      <div className="to-read">
        <Contents places={places} />
        <article className="prose">
          <BadgeLegend />
          {statusSections.map(({ id, title, components }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>{title}</h2>
              <ul className="status">
                {components.map((component) => (
                  <Component key={component.id} {...component} />
                ))}
              </ul>
            </section>
          ))}
          <History />
        </article>
      </div>
    </div>
  );
}
