import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { adminMeta, useStaffUser } from '../../../../ui/admin/frame.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Field } from '../../../../ui/field.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { NextPage } from '../../../../ui/pager.tsx';
import { type Option, SelectField } from '../../../../ui/select-field.tsx';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { TableHead } from '../../../../ui/table-head.tsx';
import { auditPermissions } from '../../permissions.ts';

export type FieldChange = { readonly name: string; readonly before: string | null; readonly after: string | null };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const formatPlain = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isPlainList = (list: readonly unknown[]) => list.every((item) => typeof item !== 'object' || item === null);

/** Flattens a value to a map from names such as `bank / number` to text. A list of plain values is one field. */
function flatten(value: unknown, name: string, fields = new Map<string, string>()): Map<string, string> {
  const nestName = (key: string) => (name === '' ? key : `${name} / ${key}`);
  if (isList(value) && isPlainList(value))
    fields.set(name, value.length === 0 ? 'none' : value.map(formatPlain).join(', '));
  else if (isList(value)) for (const [at, item] of value.entries()) flatten(item, nestName(String(at + 1)), fields);
  else if (isObject(value))
    for (const [key, item] of Object.entries(value)) flatten(item, nestName(formatCode(key)), fields);
  else if (value !== undefined && value !== null) fields.set(name === '' ? 'value' : name, formatPlain(value));
  else if (name !== '') fields.set(name, 'none');
  return fields;
}

/** Formats `approvePayout` and `approve_payout` as `approve payout`. */
export const formatCode = (code: string): string =>
  code
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase();

export function diffFields(before: unknown, after: unknown): FieldChange[] {
  const [oldFields, newFields] = [flatten(before, ''), flatten(after, '')];
  const names = [...new Set([...oldFields.keys(), ...newFields.keys()])];
  return names
    .map((name) => ({ name, before: oldFields.get(name) ?? null, after: newFields.get(name) ?? null }))
    .filter((field) => field.before !== field.after);
}

type Page = Awaited<ReturnType<typeof call.audit.list>>;
type Entry = Page['entries'][number];
type About = Awaited<ReturnType<typeof call.audit.about>>;

type AuditFilter = { who: string; subject: string; action: string; from: string; until: string };
const emptyFilter: AuditFilter = { who: '', subject: '', action: '', from: '', until: '' };

function useEntries(filter: AuditFilter) {
  const { from, until, ...rest } = filter;
  const query = useInfiniteQuery(
    api.audit.list.infiniteOptions({
      input: (before: string | null) => ({ ...rest, from: from || null, until: until || null, before }),
      initialPageParam: null as string | null,
      getNextPageParam: (last) => last.next,
      placeholderData: keepPreviousData,
    }),
  );
  return { ...query, entries: query.data?.pages.flatMap((page) => page.entries) };
}

function formatAction(action: string): { feature: string; act: string } {
  const [feature = '', act = ''] = action.split('.');
  const label = formatCode(feature);
  return { feature: label.charAt(0).toUpperCase() + label.slice(1), act: formatCode(act) };
}

function getSubjectPath({ subjectType, subjectId }: { subjectType: string; subjectId: string }): string | null {
  if (subjectType === 'order') return `/admin/orders/${subjectId}`;
  if (subjectType === 'kyc_submission') return `/admin/identity/${subjectId}`;
  if (subjectType === 'setting') return '/admin/settings';
  return ['customer', 'account', 'person', 'profile'].includes(subjectType) ? `/admin/customers/${subjectId}` : null;
}

const formatShortId = (id: string): string => (/^[0-9a-f-]{36}$/.test(id) ? `…${id.slice(-6)}` : id);

/** The role `customer` marks an action on the actor's own account, staff included. */
const formatRole = (role: string): string => (role === 'customer' ? 'own account' : role.replaceAll(',', ', '));

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
      <TableHead columns={['Field', ...(hasBefore ? ['Before', 'After'] : ['Value'])]} />
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
      <dt>Seal</dt>
      <dd>{entry.seq === null ? 'Not sealed yet' : `Sealed as entry ${entry.seq}`}</dd>
    </div>
  </dl>
);

const EntryRow = ({ entry }: { entry: Entry }) => {
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

function getOptions(actions: readonly string[]): Option[] {
  const features = [...new Set(actions.map((action) => action.split('.')[0] ?? ''))].sort();
  return features.flatMap((feature) => [
    { value: `${feature}.`, name: `${formatAction(feature).feature}: all actions` },
    ...actions
      .filter((action) => action.startsWith(`${feature}.`))
      .map((action) => ({ value: action, name: `${formatAction(action).feature}: ${formatAction(action).act}` })),
  ]);
}

type FiltersProps = { filter: AuditFilter; actions: readonly string[]; onFilter: (filter: AuditFilter) => void };

/** Selections apply directly. Text applies on submit, so that no query runs for each typed letter. */
function Filters({ filter, actions, onFilter }: FiltersProps) {
  const [actor, setActor] = useState(filter.who);
  const [subject, setSubject] = useState(filter.subject);
  const typedFilter = { ...filter, who: actor.trim(), subject: subject.trim() };
  const clear = () => {
    setActor('');
    setSubject('');
    onFilter(emptyFilter);
  };
  return (
    <search>
      <form
        className="audit-filters"
        onSubmit={(event) => {
          event.preventDefault();
          onFilter(typedFilter);
        }}
      >
        <Field
          label="Who"
          placeholder="Name or email"
          maxLength={120}
          value={actor}
          onChange={(event) => setActor(event.target.value)}
        />
        <Field
          label="Subject"
          placeholder="Order, customer email or ID"
          maxLength={120}
          value={subject}
          onChange={(event) => setSubject(event.target.value)}
        />
        <SelectField
          label="Action"
          emptyLabel="All actions"
          options={getOptions(actions)}
          value={filter.action}
          onChange={(event) => onFilter({ ...typedFilter, action: event.target.value })}
        />
        <Field
          label="From"
          type="date"
          value={filter.from}
          max={filter.until || undefined}
          onChange={(event) => onFilter({ ...typedFilter, from: event.target.value })}
        />
        <Field
          label="Until"
          type="date"
          value={filter.until}
          min={filter.from || undefined}
          onChange={(event) => onFilter({ ...typedFilter, until: event.target.value })}
        />
        <div className="row">
          <Button type="submit">Show</Button>
          <Button variant="line" onClick={clear}>
            Clear
          </Button>
        </div>
      </form>
    </search>
  );
}

const ChainEnd = ({ head }: { head: About['head'] }) => (
  <section className="chain-end" aria-label="Hash chain">
    <p className="num">
      {head.sealedAt ? (
        <>
          <b>{head.seq}</b> entries sealed, the last {formatDateTime(head.sealedAt, { year: true })}.
        </>
      ) : (
        'No entries sealed yet.'
      )}{' '}
      {head.waiting > 0 && <span className="ink-2">{head.waiting} waiting to be sealed.</span>}
    </p>
    {head.sealedAt && (
      <p className="anchor">
        <span className="ink-2">Anchor</span>{' '}
        <code className="code" title={`${head.seq}:${head.hash}`}>
          {head.seq}:{head.hash.slice(0, 16)}…
        </code>
        <CopyButton text={`${head.seq}:${head.hash}`} name="anchor" />
      </p>
    )}
    <a className={buttonClass({ variant: 'line', size: 'small' })} href="/api/audit.ndjson" download>
      <Download className="ic" aria-hidden="true" />
      Export the log
    </a>
  </section>
);

export const meta = () => adminMeta('Audit');

export default function AuditScreen() {
  const { roles } = useStaffUser();
  return roleAllows(auditPermissions.read, roles) ? <Audit /> : <NotForRole />;
}

const NotForRole = () => (
  <div className="settings">
    <h1>Audit</h1>
    <Notice>Your role doesn't give you access to this page. Compliance and admins can see it.</Notice>
  </div>
);

function Audit() {
  // The URL may hold an id only: names and emails must not appear in URLs.
  const [params] = useSearchParams();
  const [filter, setFilter] = useState<AuditFilter>({ ...emptyFilter, subject: params.get('subject') ?? '' });
  const about = useQuery(api.audit.about.queryOptions());
  return (
    <div className="settings audit">
      <h1>Audit</h1>
      <p className="ink-2">Newest first. Entries about your own account are hidden from you.</p>
      {about.data ? (
        <ChainEnd head={about.data.head} />
      ) : (
        <QueryPlaceholder query={about} text="We couldn't load the sealing status." lines={[40, 60]} />
      )}
      <Filters filter={filter} actions={about.data?.actions ?? []} onFilter={setFilter} />
      <Entries filter={filter} />
    </div>
  );
}

function Entries({ filter }: { filter: AuditFilter }) {
  const { entries, ...query } = useEntries(filter);
  if (!entries)
    return (
      <QueryPlaceholder query={query} text="We couldn't load the audit log." lines={[100, 100, 100, 100, 100, 100]} />
    );
  if (entries.length === 0)
    return <EmptyState title="No matching entries" text="Try fewer filters or a longer period." />;
  return (
    <>
      <ol className="entries" aria-label="Entries" aria-busy={query.isPlaceholderData || undefined}>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ol>
      <NextPage query={query} shownCount={entries.length} />
    </>
  );
}
