import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Part } from '../../../../ui/desk/part.tsx';
import { dateText } from '../../../../ui/format.ts';
import { later } from '../../../../ui/later.tsx';
import type { Party } from '../../../compliance/reports.ts';
import { countryText } from '../../../screening/screens/list-words.ts';
import type { Writing } from './report-sheet.tsx';

const PartyDialog = later(() => import('./party-dialog.tsx').then((parts) => parts.PartyDialog));

const roleNames = { customer: 'Our customer', counterparty: 'Other side', other: 'Also named' } as const;

/** `Kerry-Ann Brown`, or what else tells who it is. */
export const partyName = ({ firstName, lastName, account }: Party): string =>
  `${firstName} ${lastName}`.trim() || account || 'Not named';

function factsOf({ kind, birthDate, country, account, firstName, lastName }: Party): string {
  const named = `${firstName} ${lastName}`.trim() !== '';
  const facts = [
    kind === 'person' ? '' : kind,
    /^\d{4}-\d{2}-\d{2}$/.test(birthDate) && `born ${dateText(birthDate)}`,
    countryText(country),
    named && account,
  ];
  return facts.filter(Boolean).join(', ');
}

/** Who stands in the report. The customer is there from the start. */
export function ReportParties({ content, open, onChange }: Writing) {
  const [at, setAt] = useState<number | 'new' | null>(null);
  const { parties } = content;
  const close = () => setAt(null);
  const put = (party: Party) => {
    onChange({
      parties: at === 'new' ? [...parties, party] : parties.map((each, place) => (place === at ? party : each)),
    });
    close();
  };
  const remove = (place: number) => onChange({ parties: parties.filter((_, each) => each !== place) });
  return (
    <Part id="parties" title="Parties">
      {parties.length === 0 && <p className="ink-2">Nobody yet. Our customer has to be in it.</p>}
      <ul className="lines num parties">
        {parties.map((party, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a party has no name of its own; it is known by its place.
          <li key={place}>
            <span className="grow">
              <b>{partyName(party)}</b> <span className="ink-2">{roleNames[party.role]}</span>
              <span className="why ink-2 wrap-any">{factsOf(party)}</span>
            </span>
            {open && (
              <>
                <Button look="line" size="small" label={`Change: ${partyName(party)}`} onClick={() => setAt(place)}>
                  Change
                </Button>
                <Button look="bare" size="small" label={`Remove: ${partyName(party)}`} onClick={() => remove(place)}>
                  Remove
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {open && parties.length < 30 && (
        <div className="after">
          <Button look="line" onClick={() => setAt('new')}>
            Add a party
          </Button>
        </div>
      )}
      {at !== null && <PartyDialog party={at === 'new' ? null : (parties[at] ?? null)} onPut={put} onClose={close} />}
    </Part>
  );
}
