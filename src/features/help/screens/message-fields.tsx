import { TextField } from '../../../ui/field.tsx';
import type { FileField } from '../../../ui/form.tsx';
import type { FormField } from '../../../ui/form-fields.ts';
import type { StoredFile } from '../../../ui/send-file.ts';
import { Upload } from '../../../ui/upload.tsx';
import { limits } from '../conversation.ts';

const fileNames = ['file1', 'file2', 'file3'] as const;
export type MessageValues = { message: string } & { [Name in (typeof fileNames)[number]]: StoredFile | null };
export const emptyMessage: MessageValues = { message: '', file1: null, file2: null, file3: null };

type UploadedIds = { readonly [Name in (typeof fileNames)[number]]: { readonly id: string } | null };

export const getFileIds = (values: UploadedIds): string[] => fileNames.flatMap((name) => values[name]?.id ?? []);

type MessageFieldsProps = {
  readonly label: string;
  readonly hint?: string;
  readonly field: (name: 'message') => FormField;
  readonly file: (name: (typeof fileNames)[number]) => FileField;
};

/** Text and files of a message. Each added file shows the field of the next. */
export function MessageFields({ label, hint, field, file }: MessageFieldsProps) {
  const files = fileNames.map(file);
  const shownCount = 1 + files.findLastIndex(({ value }) => value !== null) + 1;
  return (
    <>
      <TextField label={label} hint={hint} rows={6} maxLength={limits.messageLength} {...field('message')} />
      {fileNames.slice(0, shownCount).map((name, at) => (
        <Upload
          key={name}
          label={at === 0 ? 'File, optional' : 'Another file, optional'}
          purpose="help-file"
          accept="proof"
          {...file(name)}
        />
      ))}
    </>
  );
}
