import { Check } from 'lucide-react';
import { type FormEvent, Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { identityNotices } from '../../customer-messages.ts';
import { filePurpose, type ItemCode, itemNames } from '../../items.ts';
import { reviewPromise, type TierNumber } from '../../tiers.ts';
import { KycUploadTest } from '../storage-test.tsx';
import {
  type Files,
  findMissingFiles,
  formatItemNames,
  getReason,
  isShown,
  type Opened,
  toOptions,
} from './form-state.ts';
import './forms.css';
import { ORPCError } from '@orpc/client';
import { formatMessage } from '../../../../kernel/message-template.ts';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { type ErrorMessage, getIssues } from '../../../../ui/error-message.ts';
import { appendReference } from '../../../../ui/error-reference.ts';
import { Field, TextField } from '../../../../ui/field.tsx';
import type { FormField } from '../../../../ui/form-fields.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { toastError } from '../../../../ui/toast.ts';
import { Upload } from '../../../../ui/upload.tsx';
import type { FieldRow } from '../../field-row.ts';
import { type FieldItem, isAsked, listFields } from '../../fields.ts';

/** Form section of one item. Renders lazily: a mounted field would fill a group that must stay null. */
export function ItemPart({ opened, item, title, children }: { opened: Opened; item: ItemCode } & Titled) {
  const id = useId();
  if (!isShown(opened, item)) return null;
  const reason = getReason(opened, item);
  return (
    <section className="kyc-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {reason && <Notice kind="bad">{reason}</Notice>}
      {children()}
    </section>
  );
}
type Titled = { title: string; children: () => ReactNode };

/** Items that the customer keeps from the last submission (decision D4). */
function KeptItems({ opened: { tier } }: { opened: Opened }) {
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

type KycFormProps = {
  opened: Opened;
  title: string;
  about: string;
  busy: boolean;
  onSubmit: (event: FormEvent) => unknown;
  onCancel: () => void;
  children: ReactNode;
};

/** Layout of all KYC forms [000 §2 Dashboard, KYC Tier 1 form, KYC Tier 2 form]. */
export function KycForm({ opened, title, about, busy, onSubmit, onCancel, children }: KycFormProps) {
  const id = useId();
  const head = useRef<HTMLHeadingElement>(null);
  const { tier } = opened;
  useEffect(() => {
    const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    head.current?.closest('section')?.scrollIntoView({ block: 'start', behavior: reducesMotion ? 'auto' : 'smooth' });
    head.current?.focus({ preventScroll: true });
  }, []);
  const isResubmission = tier.keep.length > 0;
  return (
    <section className="sheet form kyc-form" aria-labelledby={id}>
      <div>
        <h2 id={id} ref={head} tabIndex={-1}>
          {title}
        </h2>
        <p className="ink-2">
          {isResubmission ? 'Only send the items below. ' : `${about} `}
          Review time: {reviewPromise.text}.
        </p>
      </div>
      {tier.loses && <Notice kind="wait">{identityNotices.loses}</Notice>}
      <KeptItems opened={opened} />
      <form className="form" noValidate onSubmit={onSubmit} aria-labelledby={id}>
        {children}
        <div className="kyc-foot">
          <Button type="submit" busy={busy}>
            {busy ? 'Submitting...' : 'Submit for Review'}
          </Button>
          <Button variant="line" onClick={onCancel}>
            Cancel
          </Button>
          {tier.tier !== 3 && <KycUploadTest />}
        </div>
      </form>
    </section>
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

/** Shows a toast for a failed submission. Returns false when a form field shows the error. */
export function toastFailure(tier: TierNumber, words: ErrorMessage, error: unknown): boolean {
  const message = getFailureMessage(tier, words, error);
  if (message) toastError(message);
  return message !== null;
}

type MissingMessage = (missing: readonly ItemCode[]) => { title: string; text: string };

type Needed<Item> = { needed: readonly Item[]; words: MissingMessage };

type SendingForm = { validate: () => boolean; submit: (event: FormEvent) => unknown };

const formatMissing = (item: ItemCode): string =>
  item === 'selfie'
    ? identityNotices.missingSelfie
    : formatMessage(identityNotices.missingFile, { what: formatItemNames([item]) });

function focusItem(item: ItemCode | undefined): void {
  const container = document.querySelector<HTMLElement>(`[data-file="${item}"]`);
  container?.querySelector<HTMLElement>('input[type=file], button')?.focus();
}

export function useFiles<Item extends ItemCode>(opened: Opened, setFileId: (item: Item, id: string | null) => void) {
  const [files, setFiles] = useState<Files>({});
  const [missingItems, setMissingItems] = useState<readonly ItemCode[]>([]);
  const set = (item: Item, file: StoredFile | null) => {
    setFiles((before) => ({ ...before, [item]: file }));
    setFileId(item, file?.id ?? null);
  };
  const errorOf = (item: Item): string | undefined =>
    missingItems.includes(item) && !files[item] ? formatMissing(item) : undefined;

  const submit =
    (form: SendingForm, { needed, words }: Needed<Item>) =>
    (event: FormEvent) => {
      event.preventDefault();
      const missing = findMissingFiles(opened, needed, files);
      if (missing.length === 0) return void form.submit(event);
      setMissingItems(missing);
      toastError(words(missing));
      if (form.validate()) focusItem(missing[0]);
    };
  return { files, set, errorOf, submit };
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

export const FilePart = ({ title, ...file }: FileItemProps & { title: string }) => (
  <ItemPart opened={file.opened} item={file.item} title={title}>
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
  item: FieldItem;
  /** Values of the item, on which other fields can depend. */
  group: object | null | undefined;
  field: (name: never) => FormField;
  /** Fields that are drawn by the form itself. */
  own?: Own;
};

/** The fields of an item. Two neighbours that are halves share a line. */
export function FieldRows({ item, group, field, own = {} }: FieldRowsProps) {
  const asked = listFields(item).filter(([, row]) => isAsked(row, { ...group }));
  const lines: (typeof asked)[] = [];
  for (const entry of asked) {
    const last = lines.at(-1);
    const isSecondHalf = entry[1].isHalf && last?.length === 1 && last[0]?.[1].isHalf;
    if (isSecondHalf) lines[lines.length - 1] = [...last, entry];
    else lines.push([entry]);
  }
  const toControl = ([name, row]: (typeof asked)[number]) => {
    const registered = field(`${item}.${name}` as never);
    const draw = own[name];
    return draw ? (
      <Fragment key={name}>{draw(registered)}</Fragment>
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
