import { mergeDraft } from '../../../../ui/autosave.ts';
import type { StoredFile } from '../../../../ui/send-file.ts';
import type { Rows } from '../../field-row.ts';
import { type ItemCode, itemNames, tierItems } from '../../items.ts';
import type { OwnTier } from '../../views.ts';

export type Files = Readonly<Partial<Record<ItemCode, StoredFile | null>>>;

export type Opened = { readonly id: string; readonly tier: OwnTier };

/** A new declaration may tick the jurisdiction checkbox, so its document is available too. */
export const isShown = ({ tier: { give, keep } }: Opened, item: ItemCode): boolean =>
  give.includes(item) ||
  (item === 'jurisdiction_proof' && give.includes('declaration') && !keep.includes('jurisdiction_proof'));

export const getShownItems = (opened: Opened): readonly ItemCode[] =>
  (tierItems[opened.tier.tier] as readonly ItemCode[]).filter((item) => isShown(opened, item));

/** Returns the required documents of Enhanced KYC: requested ones, and the one for a ticked jurisdiction checkbox. */
export const requiredDocuments = (opened: Opened, hasTies: boolean) => {
  const { give, keep } = opened.tier;
  const requested = (['source_of_funds_proof', 'income_proof'] as const).filter(
    (item) => keep.length > 0 && give.includes(item),
  );
  return hasTies && isShown(opened, 'jurisdiction_proof') ? [...requested, 'jurisdiction_proof' as const] : requested;
};

export const groupIfShown = <T>(opened: Opened, item: ItemCode, start: () => T): T | null =>
  isShown(opened, item) ? start() : null;

// The schema rejects an empty select with the text of the specification.
export const notChosen = '' as never;

export const keepIfOffered = <T extends object>(table: T, value: string | undefined): keyof T & string =>
  value !== undefined && Object.hasOwn(table, value) ? (value as keyof T & string) : notChosen;

/** Values that a form starts with: those of before, except sealed ones and choices that are no longer offered. */
export function startFields<Group>(rows: Rows, known: object | undefined): Group {
  const before = known as Readonly<Record<string, unknown>> | undefined;
  const entries = Object.entries(rows).map(([name, { control, initial, isSealed, options }]) => {
    if (control === 'checkbox') return [name, before?.[name] ?? false];
    const text = isSealed ? '' : ((before?.[name] as string | undefined) ?? initial ?? '');
    return [name, options ? keepIfOffered(options, text) : text];
  });
  return Object.fromEntries(entries);
}

export type SavedDraft = {
  readonly id: string;
  readonly values: string | null;
  readonly updatedAt: Date | null;
  readonly files: Files;
};
/** `base`: when the server's draft was saved that these values continue. */
type AutosavedValues = { readonly base: Date | string | null; readonly values: unknown };

const getTime = (at: Date | string | null | undefined): number => (at ? new Date(at).getTime() : 0);

/** Start values with the draft of the server, or what was typed in this tab since. Adds the ids of uploaded files. */
export function fillDraft<Values extends object>(start: Values, draft: SavedDraft, typed: unknown): Values {
  const autosaved = typed as AutosavedValues | null;
  const isNewer = autosaved !== null && getTime(autosaved.base) >= getTime(draft.updatedAt);
  const filled = mergeDraft(start, isNewer ? autosaved.values : JSON.parse(draft.values ?? 'null'));
  const entries = Object.entries(filled).map(([item, group]) => {
    const file = draft.files[item as ItemCode];
    return [item, file && group ? { ...group, file: file.id } : group];
  });
  return Object.fromEntries(entries);
}

export const findMissingFiles = (opened: Opened, needed: readonly ItemCode[], files: Files) =>
  needed.filter((item) => isShown(opened, item) && !files[item]);

export const getReason = ({ tier: { items } }: Opened, item: ItemCode): string | null =>
  items.find((entry) => entry.item === item && (entry.state === 'rejected' || entry.state === 'wanted'))?.reason
    ?.text ?? null;

export const formatItemNames = (items: readonly ItemCode[]): string => items.map((item) => itemNames[item]).join(', ');

export const toOptions = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([value, name]) => ({ value, name }));
