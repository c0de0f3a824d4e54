import { shrinkPhoto } from '../../../ui/shrink-photo.ts';
import { toastError } from '../../../ui/toast.ts';
import { validateFile } from '../../../ui/upload-rules.ts';
import { scamToasts } from '../page-texts.ts';

/** MIME types by extension, for devices that report none. */
const typesByExtension: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
};

function withType(file: File): File {
  const type = typesByExtension[/\.([a-z]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? ''];
  return file.type === '' && type ? new File([file], file.name, { type }) : file;
}

/** Returns the first valid file; skips invalid ones with an 'Unsupported file' toast [001 §5 Scam form]. */
export async function pickEvidence(files: readonly File[]): Promise<File | undefined> {
  const valid: File[] = [];
  for (const input of files) {
    const file = await shrinkPhoto(withType(input));
    if (validateFile(file, 'document') === null) valid.push(file);
    else toastError(scamToasts.unsupported, { n: '10' });
  }
  return valid[0];
}
