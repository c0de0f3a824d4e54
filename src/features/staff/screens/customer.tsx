import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Eye } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { roleAllows } from '../../../kernel/permissions.ts';
import { type Detail, DetailsList } from '../../../ui/admin/details.tsx';
import type { DocumentFile } from '../../../ui/admin/document-viewer/use-document-file.ts';
import { adminMeta, type StaffUser } from '../../../ui/admin/frame.tsx';
import { OwnCaseNotice, restrictToRole } from '../../../ui/admin/role-notice.tsx';
import { PageSection } from '../../../ui/admin/section.tsx';
import { useShortcuts } from '../../../ui/admin/shortcuts.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { errorMessage } from '../../../ui/error-message.ts';
import { TextField } from '../../../ui/field.tsx';
import { formatBytes, formatDate, formatDateTime, formatDay } from '../../../ui/format.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import NotFound from '../../../ui/not-found.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { groupThousands } from '../../../ui/number-format.ts';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useCommand } from '../../../ui/use-command.ts';
import { getCountryName } from '../../accounts/countries.ts';
import { accountPermissions } from '../../accounts/permissions.ts';
import { compliancePermissions } from '../../compliance/permissions.ts';
import { CustomerAssessments } from '../../compliance/staff/screens/customer-assessments.tsx';
import { RiskFigure } from '../../compliance/staff/screens/risk-figure.tsx';
import { identityPermissions } from '../../kyc/permissions.ts';
import { identityNotices } from '../../kyc/staff/screens/notices.ts';
import { type CustomerRecord, getTierLabel, riskLabels, statusLabels } from '../../kyc/staff/screens/review-labels.ts';
import { SubmissionList } from '../../kyc/staff/screens/submission-history.tsx';
import { tiers } from '../../kyc/tiers.ts';
import { CustomerLinks, CustomerOrders } from './customer-links.tsx';

const DetailsSection = ({ title, details }: { title: string; details: readonly Detail[] }) => (
  <section>
    <h2 className="part">{title}</h2>
    <DetailsList details={details} />
  </section>
);

const renderValue = (text: string, emptyText = 'Not provided'): ReactNode =>
  text || <span className="ink-3">{emptyText}</span>;

const CustomerProfile = ({ record: { profile, status } }: { record: CustomerRecord }) => (
  <DetailsSection
    title="Profile"
    details={[
      ['Name', renderValue(profile.name)],
      ['Email', profile.email],
      ['Phone', renderValue(profile.phone)],
      ['Date of birth', profile.dateOfBirth ? formatDate(profile.dateOfBirth) : renderValue('')],
      ['Country', renderValue(getCountryName(profile.country))],
      ['Nationality', renderValue(getCountryName(profile.nationality))],
      ['Occupation', renderValue(profile.occupation)],
      ['Customer since', formatDay(profile.since, { year: true })],
      ...tiers.map(
        (tier): Detail => [
          getTierLabel(tier),
          <Badge key={tier} kind={statusLabels[status[tier]].kind}>
            {statusLabels[status[tier]].text}
          </Badge>,
        ],
      ),
    ]}
  />
);

type Profile = CustomerRecord['profile'];

const incomeLabels = { verified: 'verified', pending: 'not verified yet' } as const;

/** Never shown to the customer (A7). `figure` is the risk score, for staff who may see it (decision F11). */
const CustomerRisk = ({ profile, figure }: { profile: Profile; figure: ReactNode }) => (
  <DetailsSection
    title="Risk"
    details={[
      ...(figure ? [['Risk', figure] as const] : []),
      ['Politically exposed', profile.pep ? 'Yes' : 'No'],
      [
        'Enhanced KYC',
        `${profile.enhancedCompleted ? 'Completed' : 'Not completed'}${profile.risk ? `, risk: ${riskLabels[profile.risk].text}` : ''}`,
      ],
      [
        'Declared income',
        profile.monthlyIncome === null
          ? renderValue('')
          : `J$${groupThousands(profile.monthlyIncome)} a month${
              profile.incomeVerification ? `, ${incomeLabels[profile.incomeVerification]}` : ''
            }`,
      ],
      [
        'Enhanced KYC assessed on',
        profile.assessedOn ? formatDay(profile.assessedOn, { year: true }) : renderValue(''),
      ],
    ]}
  />
);

type CustomerNotesProps = { userId: string; name: string; notes: CustomerRecord['notes'] };

/** A single field, so the form library (45 kB) is not loaded. Input is kept until it is saved. */
function AddNote({ userId, name }: Omit<CustomerNotesProps, 'notes'>) {
  const [note, setNote] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const queries = useQueryClient();
  const add = useCommand(api.identity.addNote, {
    done: () => {
      setNote('');
      void queries.invalidateQueries({ queryKey: api.identity.customer.key() });
      toastSuccess(identityNotices.note, { name });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const empty = note.trim() === '';
    setIsMissing(empty);
    if (!empty && !add.isPending) add.mutate({ userId, note });
  };
  return (
    <form className="stack-s" noValidate onSubmit={submit}>
      <TextField
        label="Note"
        hint="Only staff can see it."
        error={isMissing ? 'Enter a note' : undefined}
        rows={2}
        maxLength={1_000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div>
        <Button type="submit" variant="line" busy={add.isPending}>
          Add note
        </Button>
      </div>
    </form>
  );
}

function CustomerNotes({ userId, name, notes }: CustomerNotesProps) {
  return (
    <PageSection id="notes" title="Notes">
      {notes.length === 0 && <p className="ink-2">No notes yet.</p>}
      <ul className="notes">
        {notes.map(({ id, at, by, note }) => (
          <li key={id}>
            <p className="wrap-any">{note}</p>
            <p className="t-2xs ink-3 num">
              {by}, {formatDateTime(at, { year: true })}
            </p>
          </li>
        ))}
      </ul>
      <AddNote userId={userId} name={name} />
    </PageSection>
  );
}

const UnfreezeDialog = lazyPart(() => import('./customer-dialogs.tsx').then((parts) => parts.UnfreezeDialog));
const EndDialog = lazyPart(() => import('./customer-dialogs.tsx').then((parts) => parts.EndDialog));

function CustomerSessions({ userId, person }: { userId: string; person: StaffUser }) {
  const query = useQuery(api.accounts.customerSessions.queryOptions({ input: { userId } }));
  const [open, setOpen] = useState<'end' | 'lift' | null>(null);
  const close = () => setOpen(null);
  const mayLift = roleAllows(accountPermissions.unfreeze, person.roles) && userId !== person.id;
  return (
    <PageSection id="sessions" title="Sessions">
      {(!query.data || query.error) && (
        <QueryPlaceholder query={query} text="We couldn't load the sessions." lines={[90, 90]} />
      )}
      {query.data && (
        <div className="stack-s">
          {query.data.frozenSince && (
            <Notice kind="bad">
              Payouts frozen since {formatDateTime(query.data.frozenSince)}.
              {!mayLift && ' Compliance or admin can unfreeze them, but not for themselves.'}
            </Notice>
          )}
          <p className="ink-2">
            {query.data.factors.app ? 'Authenticator app set up' : 'No authenticator app'}, passkeys:{' '}
            {query.data.factors.passkeys}.
          </p>
          {query.data.sessions.length === 0 && <p className="ink-2">Not signed in anywhere.</p>}
          <ul className="lines num">
            {query.data.sessions.map(({ id, device, place, startedAt, usedAt }) => (
              <li key={id}>
                <b>{device}</b>
                <span className="ink-2">
                  {place && `${place}, `}since {formatDateTime(startedAt)}, last used {formatDateTime(usedAt)}
                </span>
              </li>
            ))}
          </ul>
          <div className="row">
            {query.data.sessions.length > 0 && (
              <Button variant="bad-line" onClick={() => setOpen('end')}>
                End all sessions
              </Button>
            )}
            {query.data.frozenSince && mayLift && (
              <Button variant="line" onClick={() => setOpen('lift')}>
                Unfreeze payouts
              </Button>
            )}
          </div>
        </div>
      )}
      {open === 'end' && <EndDialog userId={userId} onClose={close} />}
      {open === 'lift' && <UnfreezeDialog userId={userId} onClose={close} />}
    </PageSection>
  );
}

const DocumentViewer = lazyPart(() =>
  import('../../../ui/admin/document-viewer/viewer.tsx').then((parts) => parts.DocumentViewer),
);

type CustomerFile = CustomerRecord['files'][number];

const purposeNames: Readonly<Record<string, string>> = {
  'kyc-id': 'ID document',
  'kyc-trn': 'TRN document',
  'kyc-selfie': 'Live selfie with ID',
  'kyc-address': 'Address proof',
  'kyc-income': 'Proof of income',
  'enhanced-source': 'Source of funds proof',
  'enhanced-income': 'Proof of income, Enhanced',
  'enhanced-jurisdiction': 'Jurisdiction document',
  'transaction-proof': 'Proof of payment',
  'source-of-funds': 'Source of funds',
  'payout-proof': 'Proof of payout',
};

const getTitle = ({ purpose }: CustomerFile): string => purposeNames[purpose] ?? purpose;

const toDocumentFile = (file: CustomerFile): DocumentFile => ({ ...file, fileId: file.id, title: getTitle(file) });

const stateLabels = { being_checked: 'Being checked', refused: 'Refused' } as const;

/** Uploaded files. Opening a file is audited. */
function CustomerFiles({ files }: { files: readonly CustomerFile[] }) {
  const [open, setOpen] = useState<CustomerFile | null>(null);
  return (
    <PageSection id="files" title="Files">
      {files.length > 0 ? (
        <ul className="lines num">
          {files.map((file) => (
            <li key={file.id}>
              <Button variant="bare" size="small" label={`Open: ${getTitle(file)}`} onClick={() => setOpen(file)}>
                <Eye className="ic" aria-hidden="true" />
                {getTitle(file)}
              </Button>
              <span className="ink-2 wrap-any">
                {file.name}, {formatBytes(file.bytes)}, {formatDateTime(file.createdAt)}
              </span>
              {file.state !== 'clean' && (
                <Badge kind={file.state === 'refused' ? 'rejected' : 'pending'}>{stateLabels[file.state]}</Badge>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className="ink-2">No files yet.</p>
      )}
      <Dialog open={open !== null} onClose={() => setOpen(null)} title={open ? getTitle(open) : ''} wide>
        {open && <DocumentViewer files={[toDocumentFile(open)]} shown={open.id} onShow={() => {}} />}
      </Dialog>
    </PageSection>
  );
}

const CustomerLearning = lazyPart(() => import('./customer-learning.tsx').then((parts) => parts.CustomerLearning));

export const meta = () => adminMeta('Customer');

export default restrictToRole(
  { permission: identityPermissions.look, subject: 'Identity checks', readers: 'Compliance, support and admins' },
  CustomerScreen,
);

function CustomerScreen({ person }: { person: StaffUser }) {
  const { customerId = '' } = useParams();
  return <Customer key={customerId} customerId={customerId} person={person} />;
}

function Customer({ customerId, person }: { customerId: string; person: StaffUser }) {
  const navigate = useNavigate();
  const query = useQuery(api.identity.customer.queryOptions({ input: { userId: customerId } }));
  useShortcuts({ escape: () => void navigate('/admin/customers') });
  const { code } = query.error ? errorMessage(query.error) : {};
  const isMissing =
    code === 'identity.customer_not_found' || (query.error as { status?: number } | null)?.status === 400;
  if (isMissing) return <NotFound />;
  const isOwnRecord = code === 'approvals.own_matter';
  return (
    <>
      <div className="bar2">
        <Link className="chip" to="/admin/customers">
          <ArrowLeft className="ic" aria-hidden="true" />
          Customers
        </Link>
      </div>
      <div className="panel alone">
        <div className="in">
          {query.data ? (
            <Record record={query.data} person={person} />
          ) : isOwnRecord ? (
            <OwnCaseNotice subject="This is your own record. Only colleagues can open it. See your profile instead." />
          ) : (
            <QueryPlaceholder query={query} text="We couldn't load the customer." lines={[60, 90, 100, 100, 80]} />
          )}
        </div>
      </div>
    </>
  );
}

/** Loads its content when opened, as few members of staff need it. */
function Learning({ userId, person }: { userId: string; person: StaffUser }) {
  const [open, setOpen] = useState(false);
  return (
    <PageSection id="learning" title="Learning">
      <details className="past" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Courses, first lesson and certificates</summary>
        {open && <CustomerLearning userId={userId} person={person} />}
      </details>
    </PageSection>
  );
}

function Record({ record, person }: { record: CustomerRecord; person: StaffUser }) {
  const { profile, submissions } = record;
  const isCompliance = roleAllows(compliancePermissions.work, person.roles);
  return (
    <>
      <div>
        <h1 className="title">{profile.name}</h1>
        <p className="ink-2">{profile.email}</p>
      </div>
      <div className="cols customer-record">
        <div className="col">
          <CustomerProfile record={record} />
          <CustomerRisk
            profile={profile}
            figure={isCompliance && <RiskFigure userId={profile.id} email={profile.email} />}
          />
          {isCompliance && <CustomerAssessments userId={profile.id} email={profile.email} />}
          {roleAllows(identityPermissions.link, person.roles) && <CustomerLinks userId={profile.id} />}
          <PageSection id="submissions" title="Submissions">
            {submissions.length > 0 ? (
              <SubmissionList submissions={submissions} />
            ) : (
              <p className="ink-2">No submissions yet.</p>
            )}
          </PageSection>
          <CustomerFiles files={record.files} />
        </div>
        <div className="col">
          <CustomerOrders record={record} />
          <Learning userId={profile.id} person={person} />
          <CustomerSessions userId={profile.id} person={person} />
          <CustomerNotes userId={profile.id} name={profile.name} notes={record.notes} />
        </div>
      </div>
    </>
  );
}
