import { type FormEvent, useState } from 'react';
import { formatMessage } from '../../../../kernel/message-template.ts';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { toastError } from '../../../../ui/toast.ts';
import type { ItemCode } from '../../items.ts';
import { identityNotices } from '../../messages.ts';
import { type Files, findMissingFiles, formatItemNames, type Opened } from './form-state.ts';

type MissingMessage = (missing: readonly ItemCode[]) => { title: string; text: string };

type Needed<Item> = { needed: readonly Item[]; words: MissingMessage };

type SendingForm = { passes: () => boolean; submit: (event: FormEvent) => unknown };

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
      if (form.passes()) focusItem(missing[0]);
    };
  return { files, set, errorOf, submit };
}
