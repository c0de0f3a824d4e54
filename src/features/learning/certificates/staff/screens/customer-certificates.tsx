import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { roleAllows } from '../../../../../kernel/permissions.ts';
import { ActionDialog } from '../../../../../ui/admin/action-dialog.tsx';
import type { StaffUser } from '../../../../../ui/admin/frame.tsx';
import { PageSection } from '../../../../../ui/admin/section.tsx';
import { useReason } from '../../../../../ui/admin/use-reason.tsx';
import { Button } from '../../../../../ui/button.tsx';
import { api } from '../../../../../ui/client.ts';
import { formatDateTime } from '../../../../../ui/format.ts';
import { Link } from '../../../../../ui/link.tsx';
import { useCommand } from '../../../../../ui/use-command.ts';
import { certificatePermissions } from '../../../permissions.ts';
import { type CustomerCertificate, formatCode, getVerifyPath, gradeLabels } from '../../certificate.ts';

type OpenDialog = { readonly id: string; readonly counts: boolean };

function RevocationDialog({ id, counts, onClose }: OpenDialog & { onClose: () => void }) {
  const { field, withReason } = useReason({ hint: 'Stored permanently with your name. Only staff can see it.' });
  const queries = useQueryClient();
  const set = useCommand(api.certificates.setStanding, {
    done: onClose,
    after: () => queries.invalidateQueries({ queryKey: api.certificates.ofCustomer.key() }),
  });
  const submit = () => withReason((reason) => set.mutate({ id, counts, reason }));
  const actionLabel = counts ? 'Reinstate' : 'Revoke';
  return (
    <ActionDialog
      title={actionLabel}
      confirmLabel={actionLabel}
      grave={!counts}
      busy={set.isPending}
      submit={submit}
      onClose={onClose}
    >
      <p className="ink-2">
        {counts
          ? 'Anyone who checks the code sees a valid certificate again.'
          : 'Anyone who checks the code sees that and when we revoked it. Its owner can no longer save it.'}
      </p>
      {field}
    </ActionDialog>
  );
}

const CertificateItem = ({ certificate, action }: { certificate: CustomerCertificate; action: ReactNode }) => (
  <li>
    <p className="wrap-any">
      {certificate.courseTitle}, version {certificate.version}: {gradeLabels[certificate.band]},{' '}
      <Link className="link code" to={getVerifyPath(certificate.code)}>
        {formatCode(certificate.code)}
      </Link>
    </p>
    {certificate.revokedAt && (
      <p className="wrap-any">
        Revoked by {certificate.revokedBy} ({formatDateTime(certificate.revokedAt, { year: true })}):{' '}
        {certificate.reason}
      </p>
    )}
    <p className="t-2xs ink-3 num">{formatDateTime(certificate.issuedAt, { year: true })}</p>
    {action}
  </li>
);

export function CustomerCertificates({ userId, person }: { userId: string; person: StaffUser }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const query = useQuery(api.certificates.ofCustomer.queryOptions({ input: { userId } }));
  if (!query.data || query.data.certificates.length === 0) return null;
  const canRevoke = roleAllows(certificatePermissions.revoke, person.roles);
  return (
    <PageSection id="certificates" title="Certificates">
      <ul className="notes">
        {query.data.certificates.map((certificate) => {
          const counts = certificate.revokedAt !== null;
          const action = canRevoke && (
            <Button variant="line" onClick={() => setDialog({ id: certificate.id, counts })}>
              {counts ? 'Reinstate' : 'Revoke'}
            </Button>
          );
          return <CertificateItem key={certificate.id} certificate={certificate} action={action} />;
        })}
      </ul>
      {dialog && <RevocationDialog {...dialog} onClose={() => setDialog(null)} />}
    </PageSection>
  );
}
