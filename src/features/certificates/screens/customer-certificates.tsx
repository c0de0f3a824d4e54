import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isFor } from '../../../kernel/acts.ts';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { useCommand } from '../../../ui/command.ts';
import { ActDialog } from '../../../ui/desk/act-dialog.tsx';
import type { DeskPerson } from '../../../ui/desk/frame.tsx';
import { Part } from '../../../ui/desk/part.tsx';
import { TextField } from '../../../ui/field.tsx';
import { momentText } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { certificateActs } from '../acts.ts';
import { bandWords, type DeskCertificate, groupedCode, verifyPath } from '../certificate.ts';

type OpenDialog = { readonly id: string; readonly counts: boolean };

/** Why a certificate counts no more, or again. */
function StandingDialog({ id, counts, onClose }: OpenDialog & { onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const queries = useQueryClient();
  const set = useCommand(api.certificates.setStanding, {
    done: onClose,
    after: () => queries.invalidateQueries({ queryKey: api.certificates.ofCustomer.key() }),
  });
  const submit = () => {
    const short = reason.trim().length < 10;
    setMissing(short);
    if (!short) set.mutate({ id, counts, reason });
  };
  const says = counts ? 'Let it count again' : 'Revoke';
  return (
    <ActDialog title={says} says={says} grave={!counts} busy={set.isPending} submit={submit} onClose={onClose}>
      <p className="ink-2">
        {counts
          ? 'Whoever checks the code finds it valid again.'
          : 'Whoever checks the code reads that it was revoked, and when. Its owner saves it no more.'}
      </p>
      <TextField
        label="Reason"
        hint="Kept for good, with your name. No customer and no stranger reads it."
        error={missing ? 'Write at least ten letters' : undefined}
        rows={2}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ActDialog>
  );
}

const One = ({ one, act }: { one: DeskCertificate; act: ReactNode }) => (
  <li>
    <p className="wrap-any">
      {one.courseTitle}, version {one.version}: {bandWords[one.band]},{' '}
      <Link className="link code" to={verifyPath(one.code)}>
        {groupedCode(one.code)}
      </Link>
    </p>
    {one.revokedAt && (
      <p className="wrap-any">
        Revoked by {one.revokedBy} ({momentText(one.revokedAt, { year: true })}): {one.reason}
      </p>
    )}
    <p className="t-2xs ink-3 num">{momentText(one.issuedAt, { year: true })}</p>
    {act}
  </li>
);

/** The certificates of a customer, and whether each counts. */
export function CustomerCertificates({ userId, person }: { userId: string; person: DeskPerson }) {
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const found = useQuery(api.certificates.ofCustomer.queryOptions({ input: { userId } }));
  if (!found.data || found.data.certificates.length === 0) return null;
  const may = isFor(certificateActs.revoke, person.roles);
  return (
    <Part id="certificates" title="Certificates">
      <ul className="notes">
        {found.data.certificates.map((one) => {
          const counts = one.revokedAt !== null;
          const act = may && (
            <Button look="line" onClick={() => setAsked({ id: one.id, counts })}>
              {counts ? 'Let it count again' : 'Revoke'}
            </Button>
          );
          return <One key={one.id} one={one} act={act} />;
        })}
      </ul>
      {asked && <StandingDialog {...asked} onClose={() => setAsked(null)} />}
    </Part>
  );
}
