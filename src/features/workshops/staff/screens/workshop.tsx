import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { ActionBar } from '../../../../ui/admin/action-bar.tsx';
import { DetailPage } from '../../../../ui/admin/detail-page.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { api } from '../../../../ui/client.ts';
import '../../../../ui/admin/admin-page.css';
import '../../../../ui/admin/admin-print.css';
import { Download, Printer } from 'lucide-react';
import { formatCsvRow, utf8Bom } from '../../../../kernel/csv-format.ts';
import { DetailsList } from '../../../../ui/admin/details.tsx';
import { downloadText } from '../../../../ui/admin/download-text.ts';
import { adminMeta, type StaffUser, useStaffUser } from '../../../../ui/admin/frame.tsx';
import { restrictToRole } from '../../../../ui/admin/role-notice.tsx';
import { PageSection } from '../../../../ui/admin/section.tsx';
import type { Shortcut } from '../../../../ui/admin/shortcuts.tsx';
import { useInvalidate } from '../../../../ui/admin/use-invalidate.ts';
import { usePages } from '../../../../ui/admin/use-list.ts';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { errorMessage } from '../../../../ui/error-message.ts';
import { Field } from '../../../../ui/field.tsx';
import { formatDateTime, formatTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { NextPage } from '../../../../ui/pager.tsx';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { workshopPermissions } from '../../permissions.ts';
import { formatTimes, modeNames } from '../../session.ts';
import type { Workshop, WorkshopFile, WorkshopPerson } from './workshop-labels.ts';
import { countWaiting, formatTakenSeats, seatLabels, workshopStateLabels } from './workshop-labels.ts';

const formatCheckIn = ({ checkedInAt }: WorkshopPerson): string => (checkedInAt ? formatDateTime(checkedInAt) : '');

/** Builds a CSV that spreadsheets never run as formulas. */
const buildCsv = (people: readonly WorkshopPerson[]): string =>
  utf8Bom +
  formatCsvRow(['Name', 'Mode', 'Seat', 'Checked in (Jamaica)']) +
  people
    .map((person) =>
      formatCsvRow([person.attendee, modeNames[person.mode], seatLabels[person.status].text, formatCheckIn(person)]),
    )
    .join('');

const Row = ({ person }: { person: WorkshopPerson }) => (
  <tr>
    <th scope="row" className="wrap-any">
      {person.attendee}
    </th>
    <td>
      <Badge kind={seatLabels[person.status].kind}>{seatLabels[person.status].text}</Badge>
    </td>
    <td>{modeNames[person.mode]}</td>
    <td className="num">{person.checkedInAt ? `Checked in ${formatDateTime(person.checkedInAt)}` : ''}</td>
  </tr>
);

function Attendees({ session }: { session: Workshop }) {
  const { lines, error, refetch, loadAll, ...query } = usePages(api.workshopsDesk.people, (after) => ({
    sessionId: session.id,
    after,
  }));
  // Loads all pages before printing.
  const print = async () => {
    await loadAll();
    requestAnimationFrame(() => window.print());
  };
  const save = async () =>
    downloadText(`workshop-${session.id.slice(-8)}.csv`, buildCsv(await loadAll()), 'text/csv;charset=utf-8');
  return (
    <PageSection id="people-heading" title={`Attendees: ${session.confirmed} paid, ${session.checkedIn} checked in`}>
      {lines && lines.length > 0 && (
        <div className="stack-s">
          <div className="row wraps no-print">
            <Button variant="line" size="small" onClick={() => void print()}>
              <Printer className="ic" aria-hidden="true" />
              Print
            </Button>
            <Button variant="line" size="small" onClick={() => void save()}>
              <Download className="ic" aria-hidden="true" />
              CSV
            </Button>
          </div>
          <table className="sheet-table folds">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Seat</th>
                <th scope="col">Mode</th>
                <th scope="col">Checked in</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((person) => (
                <Row key={person.id} person={person} />
              ))}
            </tbody>
          </table>
          <NextPage query={query} shownCount={lines.length} />
        </div>
      )}
      {lines?.length === 0 && <EmptyState title="No registrations yet" />}
      {(!lines || error) && (
        <QueryPlaceholder query={{ error, refetch }} text="We couldn't load the attendees." lines={[60, 90, 60]} />
      )}
    </PageSection>
  );
}

type CheckInResult = { readonly kind: 'ok' | 'wait' | 'bad'; readonly text: string };

/** A hand scanner types the code and presses Enter, so the field keeps the focus. */
function CheckIn({ sessionId }: { sessionId: string }) {
  const [code, setCode] = useState('');
  const [result, setResult] = useState<CheckInResult | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { refresh } = useInvalidate(api.workshopsDesk.key());
  const { mutate, isPending } = useMutation({
    ...api.workshopsDesk.checkIn.mutationOptions(),
    onSuccess: ({ attendee, mode, checkedInAt, before }) => {
      const attendeeText = `${attendee}, ${modeNames[mode].toLowerCase()}`;
      setCode('');
      setResult(
        before
          ? { kind: 'wait', text: `Already checked in at ${formatTime(checkedInAt)}: ${attendeeText}.` }
          : { kind: 'ok', text: `Checked in: ${attendeeText}.` },
      );
    },
    onError: (error) => {
      setResult({ kind: 'bad', text: errorMessage(error).text });
      // The next scan replaces the refused code.
      field.current?.select();
    },
    onSettled: () => void refresh(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    field.current?.focus();
    if (!isPending && code.trim() !== '') mutate({ sessionId, code });
  };
  return (
    <div className="no-print">
      <PageSection id="check-in-heading" title="Check-in">
        <form className="stack narrow" noValidate onSubmit={submit}>
          <Field
            ref={field}
            id="check-in-code"
            label="Receipt code"
            hint="Type the code or scan its QR code. Check-in opens three hours before the start."
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button type="submit" busy={isPending}>
            Check in
          </Button>
          <div role="status">{result && <Notice kind={result.kind}>{result.text}</Notice>}</div>
        </form>
      </PageSection>
    </div>
  );
}

const Awards = lazyPart(() => import('./workshop-awards.tsx').then((parts) => parts.Awards));
const AnnounceDialog = lazyPart(() => import('./workshop-dialogs.tsx').then((parts) => parts.AnnounceDialog));
const CancelDialog = lazyPart(() => import('./workshop-dialogs.tsx').then((parts) => parts.CancelDialog));
const ChangeDialog = lazyPart(() => import('./workshop-form.tsx').then((parts) => parts.ChangeDialog));

export const meta = () => adminMeta('Workshop');

const editShortcuts: readonly Shortcut[] = [
  [['A'], 'announce'],
  [['E'], 'change'],
];
const getShortcuts = (roles: readonly string[]): readonly Shortcut[] => [
  ...(roleAllows(workshopPermissions.hold, roles) ? editShortcuts : []),
  ...(roleAllows(workshopPermissions.cancel, roles) ? [[['X'], 'cancel'] as const] : []),
  [['Esc'], 'back to the list'],
];
const back = { to: '/admin/workshops', name: 'Workshops' };

export default restrictToRole(
  { permission: workshopPermissions.see, subject: 'Workshops', readers: 'Instructors, finance, support and admins' },
  WorkshopScreen,
);

function WorkshopScreen({ person }: { person: StaffUser }) {
  const { sessionId = '' } = useParams();
  const query = useQuery(api.workshopsDesk.session.queryOptions({ input: { sessionId } }));
  return (
    <DetailPage query={query} back={back} keys={getShortcuts(person.roles)} failed="We couldn't load the workshop.">
      {(file) => <WorkshopPanel file={file} />}
    </DetailPage>
  );
}

function WorkshopPanel({ file: { session, allowed } }: { file: WorkshopFile }) {
  const { roles } = useStaffUser();
  const canSeeAwards = session.checkedIn > 0 && roleAllows(workshopPermissions.seeAwards, roles);
  const [open, setOpen] = useState<'announce' | 'change' | 'cancel' | null>(null);
  const { title, description, startAt, endAt, place, link, seats, state, flyer, flyerAlt } = session;
  const dialogProps = { session, onClose: () => setOpen(null) };
  const getHandler = (act: 'announce' | 'change' | 'cancel') => (allowed[act] ? () => setOpen(act) : undefined);
  return (
    <>
      <div className="in desk-page">
        <header className="row between wraps">
          <h1 className="title wrap-any">{title}</h1>
          <Badge kind={workshopStateLabels[state].kind}>{workshopStateLabels[state].text}</Badge>
        </header>
        <DetailsList
          details={[
            ['When', formatTimes(startAt, endAt)],
            ['Where', place],
            ['Seats taken', formatTakenSeats(seats)],
            ['Waiting', String(countWaiting(seats))],
          ]}
        />
        <div className="stack no-print">
          <p className="as-written wrap-any">{description}</p>
          {link && <p className="wrap-any">Online link: {link}</p>}
          {flyer && <img className="picture" src={flyer} alt={flyerAlt ?? ''} />}
        </div>
        {allowed.checkIn && <CheckIn sessionId={session.id} />}
        <Attendees session={session} />
        {canSeeAwards && <Awards sessionId={session.id} canRelease={roleAllows(workshopPermissions.release, roles)} />}
      </div>
      <ActionBar
        actions={[
          { name: 'Announce', key: 'a', look: 'primary', onPress: getHandler('announce') },
          { name: 'Change', key: 'e', onPress: getHandler('change') },
          {
            name: state === 'cancelled' ? 'Finish cancelling' : 'Cancel workshop',
            key: 'x',
            look: 'bad-line',
            onPress: getHandler('cancel'),
          },
        ]}
      />
      {open === 'announce' && <AnnounceDialog {...dialogProps} />}
      {open === 'change' && <ChangeDialog {...dialogProps} />}
      {open === 'cancel' && <CancelDialog {...dialogProps} />}
    </>
  );
}
