import { shrinkPhoto } from '../../../ui/shrink-photo.ts';
import { toastError } from '../../../ui/toast.ts';
import { refusalOf } from '../../../ui/upload-rules.ts';
import { scamNotices } from '../own-messages.ts';

/** Kinds by the end of a name, where a device tells none. */
const byEnding: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
};

function withKind(file: File): File {
  const type = byEnding[/\.([a-z]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? ''];
  return file.type === '' && type ? new File([file], file.name, { type }) : file;
}

/**
 * Of several evidence files only the first valid one is uploaded; invalid ones are skipped with an 'Unsupported file'
 * toast [001 §5 Scam form].
 */
export async function firstEvidence(files: readonly File[]): Promise<File | undefined> {
  const sound: File[] = [];
  for (const given of files) {
    const file = await shrinkPhoto(withKind(given));
    if (refusalOf(file, 'document') === null) sound.push(file);
    else toastError(scamNotices.unsupported, { n: '10' });
  }
  return sound[0];
}
