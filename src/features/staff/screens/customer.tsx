import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { roleAllows } from '../../../kernel/permissions.ts';
import { adminMeta, type StaffUser } from '../../../ui/admin/frame.tsx';
import { OwnCaseNotice, restrictToRole } from '../../../ui/admin/role-notice.tsx';
import { PageSection } from '../../../ui/admin/section.tsx';
import { useShortcuts } from '../../../ui/admin/shortcuts.ts';
import { api } from '../../../ui/client.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import NotFound from '../../../ui/not-found.tsx';
import { QueryPlaceholder } from '../../../ui/query-placeholder.tsx';
import { CustomerAssessments } from '../../casework/screens/parts/customer-assessments.tsx';
import { RiskFigure } from '../../casework/screens/parts/risk-figure.tsx';
import { complianceActs } from '../../compliance/acts.ts';
import { identityPermissions } from '../../identity/acts.ts';
import { CustomerFiles } from './identity/customer-files.tsx';
import { CustomerLinks } from './identity/customer-links.tsx';
import { CustomerNotes } from './identity/customer-notes.tsx';
import { CustomerOrders } from './identity/customer-orders.tsx';
import { CustomerProfile, CustomerRisk } from './identity/customer-profile.tsx';
import { CustomerSessions } from './identity/customer-sessions.tsx';
import type { CustomerRecord } from './identity/data.ts';
import { SubmissionList } from './identity/submission-history.tsx';

const CustomerLearning = lazyPart(() =>
  import('./identity/customer-learning.tsx').then((parts) => parts.CustomerLearning),
);

export const meta = () => adminMeta('Customer');

export default restrictToRole(
  { permission: identityPermissions.look, subject: 'Identity checks', readers: 'Compliance, support or admin' },
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
            <QueryPlaceholder query={query} text="Couldn't load the customer." lines={[60, 90, 100, 100, 80]} />
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
  const isCompliance = roleAllows(complianceActs.work, person.roles);
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
