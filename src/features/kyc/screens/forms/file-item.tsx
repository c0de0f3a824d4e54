import type { StoredFile } from '../../../../ui/send-file.ts';
import { Upload } from '../../../../ui/upload.tsx';
import { filePurpose, type ItemCode } from '../../items.ts';
import type { Files, Opened } from './form-state.ts';
import { ItemPart } from './kyc-form.tsx';

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
