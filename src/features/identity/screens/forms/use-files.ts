import { type FormEvent, useState } from 'react';
import { worded } from '../../../../kernel/worded.ts';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { toastError } from '../../../../ui/toast.ts';
import type { ItemCode } from '../../items.ts';
import { identityNotices } from '../../messages.ts';
import { type Files, missingFiles, namesOf, type Opened } from './giving.ts';

/** The words of the toast for files that are missing, by the items they belong to. */
type MissingWords = (missing: readonly ItemCode[]) => { title: string; text: string };

/** Which items need a file now, and what to say when one is missing. */
type Needed<Item> = { needed: readonly Item[]; words: MissingWords };

type SendingForm = { passes: () => boolean; submit: (event: FormEvent) => unknown };

const missingText = (item: ItemCode): string =>
  item === 'selfie' ? identityNotices.missingSelfie : worded(identityNotices.missingFile, { what: namesOf([item]) });

/** Where the focus goes for an item that is answered by a file: its button or its input. */
function focusItem(item: ItemCode | undefined): void {
  const place = document.querySelector<HTMLElement>(`[data-file="${item}"]`);
  place?.querySelector<HTMLElement>('input[type=file], button')?.focus();
}

/**
 * The files of one form: kept beside its fields, told by item when something is missing. `place` puts the id of a
 * file into the form.
 */
export function useFiles<Item extends ItemCode>(opened: Opened, place: (item: Item, id: string | null) => void) {
  const [files, setFiles] = useState<Files>({});
  const [asked, setAsked] = useState<readonly ItemCode[]>([]);
  const set = (item: Item, file: StoredFile | null) => {
    setFiles((before) => ({ ...before, [item]: file }));
    place(item, file?.id ?? null);
  };
  const errorOf = (item: Item): string | undefined =>
    asked.includes(item) && !files[item] ? missingText(item) : undefined;

  /** Sends the form once every needed file is there; else tells which are missing, with the faults of the fields. */
  const submit =
    (form: SendingForm, { needed, words }: Needed<Item>) =>
    (event: FormEvent) => {
      event.preventDefault();
      const missing = missingFiles(opened, needed, files);
      if (missing.length === 0) return void form.submit(event);
      setAsked(missing);
      toastError(words(missing));
      if (form.passes()) focusItem(missing[0]);
    };
  return { files, set, errorOf, submit };
}
