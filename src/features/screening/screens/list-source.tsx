import { Badge } from '../../../ui/badge.tsx';
import { FactList } from '../../../ui/desk/facts.tsx';
import { dateText, momentText } from '../../../ui/format.ts';
import { ScaleBar } from '../../../ui/scale-bar.tsx';
import { Rejected } from '../../approvals/screens/rejected.tsx';
import type { ListDiff, ListVersionView, SourceView } from '../views.ts';
import { ageOf, diffText, holdsText, sourceWord, spanText } from './list-words.ts';

const samplesOf = ({ samples }: ListDiff) =>
  [
    ['Added', samples.added],
    ['Removed', samples.removed],
    ['Changed', samples.changed],
    ['Addresses added', samples.addedAddresses],
    ['Addresses removed', samples.removedAddresses],
  ] as const;

/** What an import added, removed and changed, with some of each by name. */
export function DiffNames({ diff }: { diff: ListDiff }) {
  const told = samplesOf(diff).filter(([, names]) => names.length > 0);
  if (told.length === 0) return null;
  return (
    <dl className="facts">
      {told.map(([name, names]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{names.join('; ')}</dd>
        </div>
      ))}
    </dl>
  );
}

const origins: Readonly<Record<ListVersionView['origin'], string>> = {
  download: 'fetched by itself',
  file: 'from a file',
  desk: 'at this desk',
  demo: 'invented for the demo',
};

const Version = ({ version }: { version: ListVersionView }) => (
  <li>
    <details>
      <summary className="num">
        <b>{dateText(version.publishedOn)}</b> {diffText(version.diff)}{' '}
        <span className="ink-2">
          imported {momentText(version.importedAt, { year: true })}, {version.importedBy ?? origins[version.origin]}
        </span>
      </summary>
      <div className="stack-s">
        <DiffNames diff={version.diff} />
        <p className="ink-2 wrap-any">
          {version.fileName}: {holdsText(version)}. SHA-256 <span className="code">{version.sha256}</span>
        </p>
      </div>
    </details>
  </li>
);

/** How old the list is against what is allowed: past the end of the scale nothing is clear without it. */
function AgeScale({ source, now }: { source: SourceView; now: Date }) {
  const age = ageOf(source, now);
  if (!age) return <p className="ink-2">{source.inForce ? 'It does not age.' : 'There is no version of it.'}</p>;
  const { hours, allowed } = age;
  const late = hours > allowed;
  return (
    <ScaleBar
      label={`${spanText(hours)} old, ${spanText(allowed)} allowed`}
      whole={BigInt(Math.max(hours, allowed))}
      parts={late ? [{ kind: 'over', amount: BigInt(hours) }] : [{ kind: 'used', amount: BigInt(hours) }]}
      marks={[
        { at: 0, text: `known to be the newest ${spanText(hours)} ago` },
        { at: 100, text: `${spanText(allowed)} allowed` },
      ]}
    />
  );
}

/** One source: how far it may be relied upon, what it holds, and what each import changed. */
export function ListSource({ source, now }: { source: SourceView; now: Date }) {
  const { inForce, versions } = source;
  const { kind, text } = sourceWord(source);
  return (
    <section className="source" aria-labelledby={`source-${source.source}`}>
      <header className="row between">
        <h3 id={`source-${source.source}`}>{source.name}</h3>
        <Badge kind={kind}>{text}</Badge>
      </header>
      <div className="source-cols">
        <div className="stack-s">
          <AgeScale source={source} now={now} />
          {source.failure && (
            <p className="bad-ink">
              The last try{source.askedAt && <span className="num"> {momentText(source.askedAt)}</span>} failed:{' '}
              {source.failure}
            </p>
          )}
        </div>
        <FactList
          facts={[
            ['Needed', source.needed ? 'Yes, nothing is clear without it' : 'No'],
            ['Published', inForce ? dateText(inForce.publishedOn) : 'Never imported'],
            ['Holds', inForce ? holdsText(inForce) : 'Nothing'],
            ['Comes from', source.fetchedFrom ? `${source.fetchedFrom}, by itself` : 'A file or this desk'],
          ]}
        />
      </div>
      {source.source === 'local' && <Rejected kinds={['list']} subject="local" />}
      {versions.length > 0 && (
        <details className="past">
          <summary>
            Imports <span className="ink-3 num">{versions.length}</span>
          </summary>
          <ol className="versions">
            {versions.map((version) => (
              <Version key={version.id} version={version} />
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}
