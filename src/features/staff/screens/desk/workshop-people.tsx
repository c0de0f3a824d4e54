import { Download, Printer } from 'lucide-react';
import { csvMark, csvRow } from '../../../../kernel/csv.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Part } from '../../../../ui/desk/part.tsx';
import { saveText } from '../../../../ui/desk/save-text.ts';
import { usePages } from '../../../../ui/desk/use-list.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { momentText } from '../../../../ui/format.ts';
import { NotYet } from '../../../../ui/not-yet.tsx';
import { NextPage } from '../../../../ui/pager.tsx';
import { modeNames } from '../../../workshops/session.ts';
import type { Workshop, WorkshopPerson } from './data.ts';
import { placeWord } from './workshop-words.ts';

const cameText = ({ checkedInAt }: WorkshopPerson): string => (checkedInAt ? momentText(checkedInAt) : '');

/** Who comes as a file for a spreadsheet. What somebody typed as their name is never taken for a formula. */
const fileOf = (people: readonly WorkshopPerson[]): string =>
  csvMark +
  csvRow(['Name', 'How', 'Place', 'Came (Jamaica)']) +
  people
    .map((person) => csvRow([person.attendee, modeNames[person.mode], placeWord[person.status].text, cameText(person)]))
    .join('');

const Row = ({ person }: { person: WorkshopPerson }) => (
  <tr>
    <th scope="row" className="wrap-any">
      {person.attendee}
    </th>
    <td>
      <Badge kind={placeWord[person.status].kind}>{placeWord[person.status].text}</Badge>
    </td>
    <td>{modeNames[person.mode]}</td>
    <td className="num">{person.checkedInAt ? `Came ${momentText(person.checkedInAt)}` : ''}</td>
  </tr>
);

/** Who comes, by name: to be looked through at the door, printed, or taken as a file. */
export function People({ session }: { session: Workshop }) {
  const { lines, error, refetch, whole, ...query } = usePages(api.workshopsDesk.people, (after) => ({
    sessionId: session.id,
    after,
  }));
  // A list on paper is whole: whatever is not here yet comes first.
  const print = async () => {
    await whole();
    requestAnimationFrame(() => window.print());
  };
  const save = async () =>
    saveText(`workshop-${session.id.slice(-8)}.csv`, fileOf(await whole()), 'text/csv;charset=utf-8');
  return (
    <Part id="people-heading" title={`Who comes: ${session.confirmed} paid, ${session.checkedIn} came`}>
      {lines && lines.length > 0 && (
        <div className="stack-s">
          <div className="row wraps no-print">
            <Button look="line" size="small" onClick={() => void print()}>
              <Printer className="ic" aria-hidden="true" />
              Print
            </Button>
            <Button look="line" size="small" onClick={() => void save()}>
              <Download className="ic" aria-hidden="true" />
              CSV
            </Button>
          </div>
          <table className="sheet-table folds">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Place</th>
                <th scope="col">How</th>
                <th scope="col">Came</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((person) => (
                <Row key={person.id} person={person} />
              ))}
            </tbody>
          </table>
          <NextPage asked={query} shown={lines.length} />
        </div>
      )}
      {lines?.length === 0 && <EmptyState title="Nobody has registered yet" />}
      {(!lines || error) && (
        <NotYet asked={{ error, refetch }} text="Who comes could not be read." lines={[60, 90, 60]} />
      )}
    </Part>
  );
}
