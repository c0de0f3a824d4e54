import { serveWorker } from '../jobs/worker-entry.ts';
import { checkDoc } from './doc.ts';
import { checkDocx } from './docx.ts';

serveWorker((input: Uint8Array) => {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  return bytes.toString('latin1', 0, 2) === 'PK' ? checkDocx(bytes) : checkDoc(bytes);
});
