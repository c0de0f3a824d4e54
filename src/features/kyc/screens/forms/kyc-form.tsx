import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import {
  createContext,
  type FormEvent,
  Fragment,
  lazy,
  type ReactNode,
  startTransition,
  useContext,
  useState,
} from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { identityNotices } from '../../customer-messages.ts';
import { filePurpose, type ItemCode, itemNames } from '../../items.ts';
import { reviewPromise, type TierNumber } from '../../tiers.ts';
import { type Files, findMissingFiles, formatItemNames, getReason, type Opened, toOptions } from './form-state.ts';
import './forms.css';
import { ORPCError } from '@orpc/client';
import { formatMessage } from '../../../../kernel/message-template.ts';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { api } from '../../../../ui/client.ts';
import { type ErrorMessage, getIssues, toastRefusal } from '../../../../ui/error-message.ts';
import { appendReference } from '../../../../ui/error-reference.ts';
import { Field, TextField } from '../../../../ui/field.tsx';
import type { FormField } from '../../../../ui/form-fields.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { StepFrame } from '../../../../ui/step-frame.tsx';
import { toastError, toastInfo } from '../../../../ui/toast.ts';
import { type FieldRow, isAsked, type Rows } from '../../field-row.ts';

/** The first field to have the focus loads the upload. A step opens when it is there, so that the next Tab finds it. */
const loadUpload = () => import('../../../../ui/upload.tsx');
const Upload = lazy(() => loadUpload().then(({ Upload }) => ({ default: Upload })));
const KycUploadTest = lazyPart(() => import('../storage-test.tsx').then((parts) => parts.KycUploadTest));

const stepTitles: Readonly<Record<ItemCode, string>> = {
  personal_details: 'Personal details',
  id_document: 'Your ID',
  trn_document: 'Your TRN',
  selfie: 'Live Selfie with ID',
  employment: 'Employment and income',
  address_proof: 'Your address',
  income_proof: 'Your income',
  declaration: 'Your income and work',
  source_of_funds_proof: 'Your source of funds',
  jurisdiction_proof: 'Your ties to the jurisdiction',
  wallets: 'Trusted wallets',
};

const CurrentItem = createContext<ItemCode | null>(null);

/** Fields of one item, while it is the current step. A field of another item would fill a group that must stay null. */
export function ItemPart({ opened, item, children }: { opened: Opened; item: ItemCode; children: () => ReactNode }) {
  if (useContext(CurrentItem) !== item) return null;
  const reason = getReason(opened, item);
  return (
    <>
      {reason && <Notice kind="bad">{reason}</Notice>}
      {children()}
    </>
  );
}
/** Items that the customer keeps from the last submission (decision D4). */
function KeptItems({ opened: { tier } }: { opened: Pick<Opened, 'tier'> }) {
  if (tier.keep.length === 0) return null;
  const accepted = (item: ItemCode) => tier.items.some((entry) => entry.item === item && entry.state === 'accepted');
  return (
    <div>
      <p className="t-xs ink-2">{identityNotices.keptItems}</p>
      <ul className="kept" aria-label="Items from your last submission">
        {tier.keep.map((item) => (
          <li key={item}>
            <Check className="ic ok" aria-hidden="true" />
            <span>{itemNames[item]}</span>
            <span className="t-xs ink-2">{accepted(item) ? 'Accepted' : 'Received'}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type StepsForm = {
  issues: () => readonly { readonly path: string }[];
  validate: (names: readonly string[]) => boolean;
};
type StepsOptions = {
  readonly items: readonly ItemCode[];
  /** Item that a link opens, such as the selfie on the phone. */
  readonly linked: ItemCode | null;
  readonly files: { readonly isMissing: (item: ItemCode) => boolean };
};

const isOf = (item: ItemCode, path: string): boolean => path === item || path.startsWith(`${item}.`);

/** The items as steps, one at a time. Starts at the linked item, or at the first that is not complete. */
export function useItemSteps({ issues, validate }: StepsForm, { items, linked, files }: StepsOptions) {
  const findOpen = () => items.find((item) => files.isMissing(item) || issues().some(({ path }) => isOf(item, path)));
  const [chosen, setChosen] = useState(() => (linked && items.includes(linked) ? linked : findOpen()));
  const current = chosen && items.includes(chosen) ? chosen : (items.at(-1) ?? 'personal_details');
  return {
    current,
    at: items.indexOf(current),
    count: items.length,
    goTo: (item: ItemCode): void => void loadUpload().then(() => startTransition(() => setChosen(item)), toastRefusal),
    findOpen,
    neighbour: (by: 1 | -1): ItemCode | undefined => items[items.indexOf(current) + by],
    validate: () => validate(issues().flatMap(({ path }) => (isOf(current, path) ? [path] : []))),
    show: (path: string | undefined): void =>
      setChosen((before) => items.find((item) => path !== undefined && isOf(item, path)) ?? before),
  };
}

type KycFormProps = {
  opened: Opened;
  name: string;
  about: string;
  steps: ReturnType<typeof useItemSteps>;
  files: { check: (item: ItemCode, hasFocus: boolean) => boolean };
  draft: { save: () => Promise<unknown> };
  busy: boolean;
  onSubmit: () => unknown;
  onClose: () => void;
  children: ReactNode;
};

const Intro = ({ opened: { tier }, about }: Pick<KycFormProps, 'opened' | 'about'>) => (
  <>
    <p className="ink-2">
      {tier.keep.length > 0 ? 'Only send the items below. ' : `${about} `}
      Review time: {reviewPromise.text}.
    </p>
    {tier.loses && <Notice kind="wait">{identityNotices.loses}</Notice>}
    <KeptItems opened={{ tier }} />
  </>
);

/** Frame of all KYC forms: one item at a time [000 §2 Dashboard, KYC Tier 1 form, KYC Tier 2 form]. */
export function KycForm(props: KycFormProps) {
  const { opened, name, about, steps, files, draft, busy, onSubmit, onClose, children } = props;
  const { current, at, count, goTo, findOpen, neighbour } = steps;
  const [next, previous] = [neighbour(1), neighbour(-1)];
  const { data: own } = useQuery(api.identity.own.queryOptions());
  const close = () => void draft.save().then(onClose, toastRefusal);
  const proceed = (event: FormEvent): void => {
    event.preventDefault();
    if (event.currentTarget.querySelector('.up.busy')) return void toastInfo(identityNotices.uploading);
    const isValid = steps.validate();
    if (!files.check(current, !isValid) || !isValid) return;
    const open = next ?? findOpen();
    if (!open) return void onSubmit();
    void draft.save().catch(() => undefined);
    goTo(open);
  };
  const isLast = next === undefined && [undefined, current].includes(findOpen());
  return (
    <StepFrame
      name={name}
      title={stepTitles[current]}
      step={at + 1}
      count={count}
      close={
        <Button variant="bare" size="small" onClick={close}>
          Save and close
        </Button>
      }
    >
      {at === 0 && <Intro opened={opened} about={about} />}
      <form
        className="form"
        noValidate
        onSubmit={proceed}
        onFocus={() => void loadUpload().catch(() => undefined)}
        aria-labelledby="step-title"
      >
        <CurrentItem value={current}>{children}</CurrentItem>
        <div className="step-foot">
          <Button type="submit" busy={busy}>
            {!isLast ? 'Continue' : busy ? 'Submitting...' : 'Submit for Review'}
          </Button>
          {previous ? (
            <Button variant="line" onClick={() => goTo(previous)}>
              Back
            </Button>
          ) : (
            <Button variant="line" onClick={close}>
              Cancel
            </Button>
          )}
          {opened.tier.tier !== 3 && own?.canTestUploads && <KycUploadTest />}
        </div>
      </form>
    </StepFrame>
  );
}

const { notLoggedIn, submitFailed, enhancedFailed, aboutFiles } = identityNotices;

const internalErrorCodes: readonly string[] = ['general.fault', 'general.unavailable'];

/** Returns the toast of a failed submission [000 §8 KYC]; null when a form field shows the error. */
export function getFailureMessage(tier: TierNumber, { code, field, title, text, next }: ErrorMessage, error: unknown) {
  if (code === 'accounts.sign_in_required') return { ...notLoggedIn, next };
  if (field !== undefined || getIssues(error).length > 0) return null;
  const fallback = tier === 3 ? enhancedFailed : submitFailed;
  if (!(error instanceof ORPCError)) return { title: fallback.title, text };
  if (code === undefined || internalErrorCodes.includes(code))
    return { title: fallback.title, text: appendReference(fallback.text, error) };
  return { title, text: code === 'identity.file_unfit' ? `${text} ${aboutFiles}` : text };
}

/** Shows a toast for a failed submission, or the item of the field that shows the error. */
export function toastFailure(
  tier: TierNumber,
  { words, error, show }: { words: ErrorMessage; error: unknown; show: (path: string | undefined) => void },
): boolean {
  const message = getFailureMessage(tier, words, error);
  if (message) toastError(message);
  else show(words.field ?? getIssues(error)[0]?.path);
  return message !== null;
}

type MissingMessage = (missing: readonly ItemCode[]) => { title: string; text: string };

const formatMissing = (item: ItemCode): string =>
  item === 'selfie'
    ? identityNotices.missingSelfie
    : formatMessage(identityNotices.missingFile, { what: formatItemNames([item]) });

function focusItem(item: ItemCode | undefined): void {
  const container = document.querySelector<HTMLElement>(`[data-file="${item}"]`);
  container?.querySelector<HTMLElement>('input[type=file], button')?.focus();
}

type FilesOptions<Item> = {
  readonly start: Files;
  readonly setFileId: (item: Item, id: string | null) => void;
  readonly needed: readonly ItemCode[];
  readonly words: MissingMessage;
};

export function useFiles<Item extends ItemCode>(
  opened: Opened,
  { start, setFileId, needed, words }: FilesOptions<Item>,
) {
  const [files, setFiles] = useState(start);
  const [reported, setReported] = useState<readonly ItemCode[]>([]);
  const isMissing = (item: ItemCode): boolean => findMissingFiles(opened, needed, files).includes(item);
  return {
    files,
    set: (item: Item, file: StoredFile | null) => {
      setFiles((before) => ({ ...before, [item]: file }));
      setFileId(item, file?.id ?? null);
    },
    isMissing,
    errorOf: (item: Item): string | undefined =>
      reported.includes(item) && isMissing(item) ? formatMissing(item) : undefined,
    /** Reports a missing file, and focuses its field unless another field `hasFocus`. */
    check: (item: ItemCode, hasFocus: boolean): boolean => {
      if (!isMissing(item)) return true;
      setReported((before) => [...before, item]);
      toastError(words([item]));
      if (!hasFocus) focusItem(item);
      return false;
    },
  };
}

type FileItemProps = {
  opened: Opened;
  item: ItemCode;
  label: string;
  hint?: string;
  files: {
    files: Files;
    set: (item: never, file: StoredFile | null) => void;
    errorOf: (item: never) => string | undefined;
  };
};

export function FileItem({ opened, item, label, hint, files: { files, set, errorOf } }: FileItemProps) {
  return (
    <div data-file={item}>
      <Upload
        label={label}
        purpose={filePurpose(opened.tier.tier, item) ?? ''}
        submission={opened.id}
        value={files[item] ?? null}
        hint={hint}
        accept={opened.tier.tier === 3 ? 'official' : 'proof'}
        error={errorOf(item as never)}
        onUploaded={(file) => set(item as never, file)}
        onRemoved={() => set(item as never, null)}
      />
    </div>
  );
}

export const FilePart = (file: FileItemProps) => (
  <ItemPart opened={file.opened} item={file.item}>
    {() => <FileItem {...file} />}
  </ItemPart>
);

type Own = { readonly [name: string]: (field: FormField) => ReactNode };

function FieldControl({ row, field }: { row: FieldRow; field: FormField }) {
  const { label, hint, autoComplete, placeholder } = row;
  const shared = { ...field, label, ...(hint !== undefined && { hint }), ...(autoComplete && { autoComplete }) };
  const line = { ...shared, ...(placeholder && { placeholder }) };
  if (row.control === 'checkbox') return <Checkbox {...field} label={label} />;
  if (row.control === 'lines') return <TextField {...shared} rows={3} />;
  if (row.control === 'date') return <Field {...line} type="date" />;
  if (row.control === 'phone') return <Field {...line} type="tel" inputMode="tel" />;
  if (row.control === 'money')
    return <Field {...shared} inputMode="decimal" amount autoComplete="off" prefix="J$" placeholder="0.00" />;
  if (row.control === 'line') return <Field {...line} />;
  const choice = row.initial === undefined ? { emptyLabel: 'Choose' } : {};
  return <SelectField {...shared} options={toOptions(row.options ?? {})} {...choice} />;
}

type FieldRowsProps = {
  item: ItemCode;
  rows: Rows;
  /** Values of the item, on which other fields can depend. */
  group: object | null | undefined;
  field: (name: never) => FormField;
  /** Fields that the form renders itself. */
  own?: Own;
};

/** The fields of an item. Two neighbours that are halves share a line. */
export function FieldRows({ item, rows, group, field, own = {} }: FieldRowsProps) {
  const shownRows = Object.entries(rows).filter(([, row]) => isAsked(row, { ...group }));
  const lines: (typeof shownRows)[] = [];
  for (const entry of shownRows) {
    const last = lines.at(-1);
    const isSecondHalf = entry[1].isHalf && last?.length === 1 && last[0]?.[1].isHalf;
    if (isSecondHalf) lines[lines.length - 1] = [...last, entry];
    else lines.push([entry]);
  }
  const toControl = ([name, row]: (typeof shownRows)[number]) => {
    const registered = field(`${item}.${name}` as never);
    const render = own[name];
    return render ? (
      <Fragment key={name}>{render(registered)}</Fragment>
    ) : (
      <FieldControl key={name} row={row} field={registered} />
    );
  };
  return lines.map((line) =>
    line.length === 1 ? (
      line.map(toControl)
    ) : (
      <div key={line[0]?.[0]} className="two">
        {line.map(toControl)}
      </div>
    ),
  );
}
