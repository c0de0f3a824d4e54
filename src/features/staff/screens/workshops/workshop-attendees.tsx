import { Download, Printer } from 'lucide-react';
import { formatCsvRow, utf8Bom } from '../../../../kernel/csv-format.ts';
import { downloadText } from '../../../../ui/admin/download-text.ts';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { usePages } from '../../../../ui/admin/use-list.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { NextPage } from '../../../../ui/pager.tsx';
import { QueryPlaceholder } from '../../../../ui/query-placeholder.tsx';
import { modeNames } from '../../../workshops/session.ts';
import type { Workshop, WorkshopPerson } from '../data.ts';
import { seatLabels } from './workshop-labels.ts';

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

export function Attendees({ session }: { session: Workshop }) {
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
        <QueryPlaceholder query={{ error, refetch }} text="Couldn't load the attendees." lines={[60, 90, 60]} />
      )}
    </PageSection>
  );
}
