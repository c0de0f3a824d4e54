import { Link } from 'react-router';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import { TableHead } from '../../../ui/table-head.tsx';
import { diffFields, formatCode } from '../diff.ts';
import type { Entry } from './data.ts';
import { formatAction, formatRole, formatShortId, getSubjectPath } from './format.ts';

const systemName = 'System';

const ActorName = ({ entry: { actor, actorRole } }: { entry: Entry }) => (
  <>
    <b>{actor ? (actor.name ?? formatShortId(actor.id)) : systemName}</b>{' '}
    <span className="ink-3">{formatRole(actorRole)}</span>
  </>
);

const Absent = () => <span className="ink-3">none</span>;

const FieldChanges = ({ entry: { before, after } }: { entry: Entry }) => {
  const changes = diffFields(before, after);
  if (changes.length === 0) return <p className="ink-2">No fields changed.</p>;
  const hasBefore = before !== null;
  return (
    <table className="cmp num diff">
      <TableHead columns={['Field', ...(hasBefore ? ['Before', 'After'] : ['Recorded'])]} />
      <tbody>
        {changes.map((change) => (
          <tr key={change.name}>
            <th scope="row">{change.name}</th>
            {hasBefore && <td>{change.before === null ? <Absent /> : <del>{change.before}</del>}</td>}
            <td>{change.after === null ? <Absent /> : <ins>{change.after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const IdField = ({ name, text, to }: { name: string; text: string; to?: string | null }) => (
  <div>
    <dt>{name}</dt>
    <dd className="id">
      {to ? (
        <Link className="link code" to={to}>
          {text}
        </Link>
      ) : (
        <span className="code">{text}</span>
      )}
      <CopyButton text={text} name={name.toLowerCase()} />
    </dd>
  </div>
);

const EntryDetails = ({ entry }: { entry: Entry }) => (
  <dl className="facts num">
    {entry.about && (
      <div>
        <dt>Customer</dt>
        <dd>
          <Link className="link" to={`/admin/customers/${entry.about.id}`}>
            {entry.about.name ?? formatShortId(entry.about.id)}
          </Link>
        </dd>
      </div>
    )}
    {entry.reasonCode && (
      <div>
        <dt>Reason</dt>
        <dd>{formatCode(entry.reasonCode)}</dd>
      </div>
    )}
    {entry.subjectId && (
      <IdField name={formatCode(entry.subjectType)} text={entry.subjectId} to={getSubjectPath(entry)} />
    )}
    {entry.requestId && <IdField name="Request" text={entry.requestId} />}
    <div>
      <dt>Chain</dt>
      <dd>{entry.seq === null ? 'Not sealed yet' : `Sealed as entry ${entry.seq}`}</dd>
    </div>
  </dl>
);

export const EntryRow = ({ entry }: { entry: Entry }) => {
  const { feature, act } = formatAction(entry.action);
  return (
    <li className="entry">
      <details>
        <summary>
          <span className="when num">{formatDateTime(entry.at, { year: true })}</span>
          <span className="who">
            <ActorName entry={entry} />
          </span>
          <span className="act">
            {feature}: <b>{act}</b>
          </span>
          <span className="on ink-2">
            {formatCode(entry.subjectType)} {entry.reference ?? entry.about?.name ?? formatShortId(entry.subjectId)}
            {entry.forRole && <span className="only-for">{entry.forRole} only</span>}
          </span>
        </summary>
        <div className="opened">
          <FieldChanges entry={entry} />
          <EntryDetails entry={entry} />
        </div>
      </details>
    </li>
  );
};
