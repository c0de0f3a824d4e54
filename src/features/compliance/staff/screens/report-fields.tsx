import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { formatDate, formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { formatWithUnit, groupThousands } from '../../../../ui/number-format.ts';
import { formatCountry } from '../../../screening/staff/screens/list-words.ts';
import { sideLabels } from '../../../trading/staff/screens/state-labels.ts';
import {
  minNarrativeLength,
  type Party,
  type ReportContent,
  type ReportReason,
  reportReasonCodes,
  reportReasons,
} from '../../reports.ts';
import type { ReportView } from '../../views.ts';
import type { AutosaveState } from './autosave.ts';

export type EditorProps = {
  report: ReportView;
  content: ReportContent;
  open: boolean;
  onChange: (change: Partial<ReportContent>) => void;
};

/** Removes control characters that the server rejects. */
const stripControlCharacters = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '');

const maxLengths = { narrative: 20_000, action: 4_000 } as const;

type ReportFieldsProps = EditorProps & { state: AutosaveState<unknown>['state']; onLeave: () => void };

export function ReportFields({ content, open, onChange, state, onLeave }: ReportFieldsProps) {
  if (!open) return <FiledContent content={content} />;
  const toggle = (code: ReportReason) => {
    const { reasons } = content;
    onChange({ reasons: reasons.includes(code) ? reasons.filter((each) => each !== code) : [...reasons, code] });
  };
  return (
    <>
      <section className="stack-s narrative" aria-labelledby="narrative">
        <div className="row between">
          <h2 className="part" id="narrative">
            Narrative
          </h2>
          <DraftState state={state} />
        </div>
        <TextField
          label="What happened"
          hint={
            <span className="row between">
              <span>
                Who, what, when, where, how, and why it is suspicious. At least {minNarrativeLength} characters.
              </span>
              <span className="num count">
                {groupThousands(String(content.narrative.length))} of {groupThousands(String(maxLengths.narrative))}
              </span>
            </span>
          }
          rows={14}
          maxLength={maxLengths.narrative}
          value={content.narrative}
          onChange={(event) => onChange({ narrative: stripControlCharacters(event.target.value) })}
          onBlur={onLeave}
        />
        <TextField
          label="What we did"
          labelNote="Optional"
          hint="Such as holding, rejecting, refunding or monitoring."
          rows={3}
          maxLength={maxLengths.action}
          value={content.action}
          onChange={(event) => onChange({ action: stripControlCharacters(event.target.value) })}
          onBlur={onLeave}
        />
      </section>
      <fieldset className="field reasons">
        <legend className="part">Reasons</legend>
        {reportReasonCodes.map((code) => (
          <Checkbox
            key={code}
            label={reportReasons[code]}
            checked={content.reasons.includes(code)}
            onChange={() => toggle(code)}
          />
        ))}
      </fieldset>
    </>
  );
}

const FiledContent = ({ content }: Pick<EditorProps, 'content'>) => (
  <>
    <PageSection id="narrative" title="Narrative">
      <p className="written">{content.narrative || 'Empty'}</p>
    </PageSection>
    {content.action && (
      <PageSection id="action" title="What we did">
        <p className="written">{content.action}</p>
      </PageSection>
    )}
    <PageSection id="reasons" title="Reasons">
      <p>{content.reasons.map((code) => reportReasons[code]).join(', ') || 'None'}</p>
    </PageSection>
  </>
);

const statusByState = {
  saved: { Icon: CircleCheck, text: 'Saved', look: 'ok' },
  unsaved: { Icon: Clock, text: 'Not saved yet', look: 'ink-3' },
  saving: { Icon: Clock, text: 'Saving', look: 'ink-3' },
  failed: { Icon: CircleAlert, text: 'Not saved, trying again', look: 'bad-ink' },
  conflict: { Icon: CircleAlert, text: 'Not saved, choose a version', look: 'bad-ink' },
} as const;

export function DraftState({ state }: { state: AutosaveState<unknown>['state'] }) {
  const { Icon, text, look } = statusByState[state];
  return (
    <span className={`standing ${look}`} role="status">
      <Icon className="ic" aria-hidden="true" />
      {text}
    </span>
  );
}

type ConflictProps = { serverText: string; onChoose: (which: 'mine' | 'theirs') => void };

export const Conflict = ({ serverText: theirs, onChoose }: ConflictProps) => (
  <Notice kind="wait" live>
    <p>
      <b>Someone else saved this draft.</b> Your version is below and isn't lost. Their narrative:
    </p>
    <blockquote className="theirs">{theirs || 'Empty'}</blockquote>
    <div className="row">
      <Button variant="line" onClick={() => onChoose('mine')}>
        Save mine
      </Button>
      <Button variant="line" onClick={() => onChoose('theirs')}>
        Use theirs
      </Button>
    </div>
  </Notice>
);

const PartyDialog = lazyPart(() => import('./report-dialogs.tsx').then((parts) => parts.PartyDialog));

const roleNames = { customer: 'Our customer', counterparty: 'Counterparty', other: 'Other party' } as const;

export const getPartyName = ({ firstName, lastName, account }: Party): string =>
  `${firstName} ${lastName}`.trim() || account || 'Not named';

function formatPartyDetails({ kind, birthDate, country, account, firstName, lastName }: Party): string {
  const hasName = `${firstName} ${lastName}`.trim() !== '';
  const details = [
    kind === 'person' ? '' : kind,
    /^\d{4}-\d{2}-\d{2}$/.test(birthDate) && `born ${formatDate(birthDate)}`,
    formatCountry(country),
    hasName && account,
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
