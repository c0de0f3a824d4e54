import { DetailsList } from '../../../../ui/admin/details.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { formatDate, formatDateTime } from '../../../../ui/format.ts';
import { ScaleBar } from '../../../../ui/scale-bar.tsx';
import { Rejected } from '../../../approvals/staff/screens/rejected.tsx';
import type { ListDiff, ListVersionView, SourceView } from '../../views.ts';
import { formatAge, formatCounts, formatDiff, getAge, getSourceLabel } from './list-words.ts';

const getSamples = ({ samples }: ListDiff) =>
  [
    ['Added', samples.added],
    ['Removed', samples.removed],
    ['Changed', samples.changed],
    ['Addresses added', samples.addedAddresses],
    ['Addresses removed', samples.removedAddresses],
  ] as const;

export function DiffNames({ diff }: { diff: ListDiff }) {
  const shown = getSamples(diff).filter(([, names]) => names.length > 0);
  if (shown.length === 0) return null;
  return (
    <dl className="facts">
      {shown.map(([name, names]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{names.join('; ')}</dd>
        </div>
      ))}
    </dl>
  );
}

const origins: Readonly<Record<ListVersionView['origin'], string>> = {
  download: 'downloaded automatically',
  file: 'from a file',
  desk: 'uploaded here',
  demo: 'invented for the demo',
};

const VersionItem = ({ version }: { version: ListVersionView }) => (
  <li>
    <details>
      <summary className="num">
        <b>{formatDate(version.publishedOn)}</b> {formatDiff(version.diff)}{' '}
        <span className="ink-2">
          imported {formatDateTime(version.importedAt, { year: true })}, {version.importedBy ?? origins[version.origin]}
        </span>
      </summary>
      <div className="stack-s">
        <DiffNames diff={version.diff} />
        <p className="ink-2 wrap-any">
          {version.fileName}: {formatCounts(version)}. SHA-256 <span className="code">{version.sha256}</span>
        </p>
      </div>
    </details>
  </li>
);

function AgeScale({ source, now }: { source: SourceView; now: Date }) {
  const age = getAge(source, now);
  if (!age) return <p className="ink-2">{source.inForce ? 'No age limit.' : 'No version yet.'}</p>;
  const { hours, allowed } = age;
  const isTooOld = hours > allowed;
  return (
    <ScaleBar
      label={`${formatAge(hours)} old, ${formatAge(allowed)} allowed`}
      total={BigInt(Math.max(hours, allowed))}
      parts={isTooOld ? [{ kind: 'over', amount: BigInt(hours) }] : [{ kind: 'used', amount: BigInt(hours) }]}
      labels={[
        { at: 0, text: `confirmed ${formatAge(hours)} ago` },
        { at: 100, text: `${formatAge(allowed)} allowed` },
      ]}
    />
  );
}

export function ListSource({ source, now }: { source: SourceView; now: Date }) {
  const { inForce, versions } = source;
  const { kind, text } = getSourceLabel(source);
  const lastUpdate = source.askedAt && formatDateTime(source.askedAt);
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
              The last update{lastUpdate && <span className="num"> {lastUpdate}</span>} failed: {source.failure}
            </p>
          )}
        </div>
        <DetailsList
          details={[
            ['Required', source.needed ? 'Yes, no check passes without this list' : 'No'],
            ['Published', inForce ? formatDate(inForce.publishedOn) : 'Never imported'],
            ['Contains', inForce ? formatCounts(inForce) : 'Nothing'],
            ['Source', source.fetchedFrom ? `${source.fetchedFrom}, automatic` : 'Manual import'],
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
              <VersionItem key={version.id} version={version} />
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}
