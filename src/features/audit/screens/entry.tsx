import { Link } from 'react-router';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { momentText } from '../../../ui/format.ts';
import { TableHead } from '../../../ui/table-head.tsx';
import { differences, wordsOf } from '../difference.ts';
import type { Entry } from './data.ts';
import { actWords, pageOf, roleWords, shortId } from './words.ts';

const nobody = 'The product';

const Who = ({ entry: { actor, actorRole } }: { entry: Entry }) => (
  <>
    <b>{actor ? (actor.name ?? shortId(actor.id)) : nobody}</b> <span className="ink-3">{roleWords(actorRole)}</span>
  </>
);

const Absent = () => <span className="ink-3">not there</span>;

const Difference = ({ entry: { before, after } }: { entry: Entry }) => {
  const facts = differences(before, after);
  if (facts.length === 0) return <p className="ink-2">Nothing of the subject itself changed.</p>;
  const had = before !== null;
  return (
    <table className="cmp num diff">
      <TableHead columns={['What', ...(had ? ['Before', 'After'] : ['Recorded'])]} />
      <tbody>
        {facts.map((fact) => (
          <tr key={fact.name}>
            <th scope="row">{fact.name}</th>
            {had && <td>{fact.before === null ? <Absent /> : <del>{fact.before}</del>}</td>}
            <td>{fact.after === null ? <Absent /> : <ins>{fact.after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Id = ({ name, text, to }: { name: string; text: string; to?: string | null }) => (
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

const Facts = ({ entry }: { entry: Entry }) => (
  <dl className="facts num">
    {entry.about && (
      <div>
        <dt>Customer</dt>
        <dd>
          <Link className="link" to={`/admin/customers/${entry.about.id}`}>
            {entry.about.name ?? shortId(entry.about.id)}
          </Link>
        </dd>
      </div>
    )}
    {entry.reasonCode && (
      <div>
        <dt>Reason</dt>
        <dd>{wordsOf(entry.reasonCode)}</dd>
      </div>
    )}
    {entry.subjectId && <Id name={wordsOf(entry.subjectType)} text={entry.subjectId} to={pageOf(entry)} />}
    {entry.requestId && <Id name="Request" text={entry.requestId} />}
    <div>
      <dt>Chain</dt>
      <dd>{entry.seq === null ? 'To be sealed within seconds' : `Sealed as line ${entry.seq}`}</dd>
    </div>
  </dl>
);

/** One entry: a line that opens to what changed. */
export const EntryRow = ({ entry }: { entry: Entry }) => {
  const { feature, act } = actWords(entry.action);
  return (
    <li className="entry">
      <details>
        <summary>
          <span className="when num">{momentText(entry.at, { year: true })}</span>
          <span className="who">
            <Who entry={entry} />
          </span>
          <span className="act">
            {feature}: <b>{act}</b>
          </span>
          <span className="on ink-2">
            {wordsOf(entry.subjectType)} {entry.reference ?? entry.about?.name ?? shortId(entry.subjectId)}
            {entry.forRole && <span className="only-for">{entry.forRole} alone</span>}
          </span>
        </summary>
        <div className="opened">
          <Difference entry={entry} />
          <Facts entry={entry} />
        </div>
      </details>
    </li>
  );
};
