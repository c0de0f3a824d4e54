import { useState } from 'react';
import { Link } from 'react-router';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { formatDate, formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { formatWithUnit, groupThousands } from '../../../../ui/number-format.ts';
import { formatCountry } from '../../../screening/staff/screens/list-words.ts';
import { sideLabels } from '../../../trading/staff/screens/labels.ts';
import type { Party } from '../../reports.ts';
import type { EditorProps } from './report-fields.tsx';

const PartyDialog = lazyPart(() => import('./report-dialogs.tsx').then((parts) => parts.PartyDialog));

const roleNames = { customer: 'Our customer', counterparty: 'Counterparty', other: 'Other party' } as const;

export const getPartyName = ({ firstName, lastName, account }: Party): string =>
  `${firstName} ${lastName}`.trim() || account || 'Not named';

function formatPartyDetails({ kind, birthDate, country, account, firstName, lastName }: Party): string {
  const named = `${firstName} ${lastName}`.trim() !== '';
  const details = [
    kind === 'person' ? '' : kind,
    /^\d{4}-\d{2}-\d{2}$/.test(birthDate) && `born ${formatDate(birthDate)}`,
    formatCountry(country),
    named && account,
  ];
  return details.filter(Boolean).join(', ');
}

export function ReportParties({ content, open, onChange }: EditorProps) {
  const [editedIndex, setEditedIndex] = useState<number | 'new' | null>(null);
  const { parties } = content;
  const close = () => setEditedIndex(null);
  const saveParty = (party: Party) => {
    onChange({
      parties:
        editedIndex === 'new'
          ? [...parties, party]
          : parties.map((each, index) => (index === editedIndex ? party : each)),
    });
    close();
  };
  const remove = (index: number) => onChange({ parties: parties.filter((_, each) => each !== index) });
  return (
    <PageSection id="parties" title="Parties">
      {parties.length === 0 && <p className="ink-2">No parties yet. Add our customer.</p>}
      <ul className="lines num parties">
        {parties.map((party, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a party has no id, so the index is its key.
          <li key={index}>
            <span className="grow">
              <b>{getPartyName(party)}</b> <span className="ink-2">{roleNames[party.role]}</span>
              <span className="why ink-2 wrap-any">{formatPartyDetails(party)}</span>
            </span>
            {open && (
              <>
                <Button
                  variant="line"
                  size="small"
                  label={`Change: ${getPartyName(party)}`}
                  onClick={() => setEditedIndex(index)}
                >
                  Change
                </Button>
                <Button
                  variant="bare"
                  size="small"
                  label={`Remove: ${getPartyName(party)}`}
                  onClick={() => remove(index)}
                >
                  Remove
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {open && parties.length < 30 && (
        <div className="after">
          <Button variant="line" onClick={() => setEditedIndex('new')}>
            Add a party
          </Button>
        </div>
      )}
      {editedIndex !== null && (
        <PartyDialog
          party={editedIndex === 'new' ? null : (parties[editedIndex] ?? null)}
          onSave={saveParty}
          onClose={close}
        />
      )}
    </PageSection>
  );
}

export function ReportTransactions({ report, content, open, onChange }: EditorProps) {
  const chosen = new Set(content.orders);
  const shown = open ? report.orders : report.orders.filter(({ id }) => chosen.has(id));
  const toggle = (id: string) =>
    onChange({ orders: chosen.has(id) ? content.orders.filter((each) => each !== id) : [...content.orders, id] });
  return (
    <section aria-labelledby="transactions">
      <h2 className="part" id="transactions">
        Transactions <span className="ink-3 num">{chosen.size}</span>
      </h2>
      {shown.length === 0 && <p className="ink-2">{open ? 'The customer has no orders.' : 'None'}</p>}
      <ul className="lines num picks">
        {shown.map(({ id, reference, side, jmd, coins, symbol, placedAt, status }) => {
          const summary = `${sideLabels[side]} ${formatWithUnit(groupThousands(coins), symbol)}, ${formatDateTime(placedAt, { year: true })}, ${status}`;
          return (
            <li key={id}>
              {open ? (
                <Checkbox
                  label={
                    <>
                      <b>{reference}</b> <span className="ink-2">{summary}</span>
                    </>
                  }
                  checked={chosen.has(id)}
                  onChange={() => toggle(id)}
                />
              ) : (
                <span>
                  <Link className="link b" to={`/admin/orders/${id}`}>
                    {reference}
                  </Link>{' '}
                  <span className="ink-2">{summary}</span>
                </span>
              )}
              <span className="end b">J${groupThousands(jmd)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
