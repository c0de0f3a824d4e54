import { judgeDoc } from './doc.ts';
import { judgeDocx } from './docx.ts';

/** A process that does nothing but read documents of Word, one after the other (`word-apart.ts`). */
process.on('message', (given: Uint8Array) => {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  try {
    process.send?.({ done: bytes.toString('latin1', 0, 2) === 'PK' ? judgeDocx(bytes) : judgeDoc(bytes) });
  } catch (error) {
    process.send?.({ failed: String(error) });
  }
});
