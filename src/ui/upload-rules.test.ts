import { describe, expect, test } from 'vitest';
import { parseUploadResponse } from './send-file.ts';
import {
  getAcceptAttribute,
  getConnectionLostText,
  getErrorTitle,
  getUploadError,
  scaleToFit,
  sendWithRetry,
  type UploadResult,
  uploadUrl,
  validateFile,
} from './upload-rules.ts';

const megabytes = (count: number) => count * 1024 * 1024;

describe('before a file is sent', () => {
  test('ten megabytes are accepted, one byte more is not', () => {
    expect(validateFile({ size: megabytes(10), type: 'image/png' }, 'proof')).toBeNull();
    expect(validateFile({ size: megabytes(10) + 1, type: 'image/png' }, 'proof')).toEqual({
      title: 'File Too Large',
      text: 'File must be less than 10MB',
    });
  });

  test('a proof is an image or a PDF', () => {
    expect(validateFile({ size: 1, type: 'application/pdf' }, 'proof')).toBeNull();
    expect(validateFile({ size: 1, type: 'image/tiff' }, 'proof')).toEqual({
      title: 'Invalid file',
      text: 'Accepted: images or PDF. Max 10MB.',
    });
  });

  test('a picture is not a PDF, and an empty file is refused', () => {
    expect(validateFile({ size: 1, type: 'application/pdf' }, 'image')?.title).toBe('Invalid file');
    expect(validateFile({ size: 0, type: 'image/png' }, 'image')?.title).toBe('Invalid file');
  });
});

describe('a Word document', () => {
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  test('is accepted by its type, or by its name when the device knows no type', () => {
    for (const file of [{ type: docx }, { type: 'application/msword' }, { type: '', name: 'Paper.DOCX' }])
      expect(validateFile({ size: megabytes(10), ...file }, 'word')).toBeNull();
    for (const file of [
      { type: '', name: 'paper.pdf' },
      { type: 'application/pdf', name: 'paper.docx' },
    ])
      expect(validateFile({ size: 1, ...file }, 'word')).toEqual({
        title: 'Invalid file',
        text: 'Accepted: Word documents (.doc or .docx). Max 10MB.',
      });
    expect(validateFile({ size: megabytes(10) + 1, type: docx }, 'word')?.title).toBe('Invalid file');
    expect(getAcceptAttribute('word')).toContain('.docx');
    expect(validateFile({ size: 1, type: '', name: 'a.docx' }, 'proof')?.title).toBe('Invalid file');
  });

  test('that is invalid is an invalid file; one that failed in transit is a failed upload', () => {
    expect(getErrorTitle('word', 'Invalid file')).toBe('Invalid file');
    expect(getErrorTitle('word', 'File Too Large')).toBe('Invalid file');
    for (const statusText of ['Upload Failed', 'Error', undefined])
      expect(getErrorTitle('word', statusText)).toBe('Upload failed');
    expect(getErrorTitle('proof', undefined)).toBe('Upload Failed');
    expect(getErrorTitle('proof', 'Error')).toBe('Error');
  });
});

describe('a photo before it is sent', () => {
  test('has a long side of at most 2000 pixels and keeps its shape', () => {
    expect(scaleToFit(4000, 3000)).toEqual({ width: 2000, height: 1500 });
    expect(scaleToFit(3000, 8000)).toEqual({ width: 750, height: 2000 });
    expect(scaleToFit(9000, 1)).toEqual({ width: 2000, height: 1 });
  });

  test('stays as it is when it is small enough', () => {
    expect(scaleToFit(2000, 1500)).toBeNull();
    expect(scaleToFit(10, 10)).toBeNull();
  });

  test('is uploaded to the URL of its purpose and submission', () => {
    expect(uploadUrl('transaction-proof')).toBe('/api/files?purpose=transaction-proof');
    expect(uploadUrl('kyc-id', 'a&b')).toBe('/api/files?purpose=kyc-id&submission=a%26b');
  });

  test('of an unsupported type is named when only PDF, JPG and PNG are accepted', () => {
    expect(validateFile({ size: 1, type: 'image/webp' }, 'official')?.text).toBe('Unsupported file type: image/webp');
    expect(validateFile({ size: 1, type: '' }, 'official')?.text).toBe('Unsupported file type: unknown');
  });
});

describe('a lost upload', () => {
  const desktop = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', maxTouchPoints: 0 };
  const mac = { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', maxTouchPoints: 0 };
  const phone = { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)', maxTouchPoints: 5 };

  test('has another text on an iPhone or iPad, which identifies as a Mac', () => {
    expect(getConnectionLostText('proof', desktop)).toBe(getConnectionLostText('proof', mac));
    expect(getConnectionLostText('proof', phone)).toContain('stay on this page');
    expect(getConnectionLostText('proof', { ...mac, maxTouchPoints: 5 })).toBe(getConnectionLostText('proof', phone));
  });

  test('of a payment proof has its own text on every device', () => {
    expect(getConnectionLostText('payment', phone)).toBe(getConnectionLostText('transfer', desktop));
    expect(getConnectionLostText('payment', desktop)).toContain('Network error while uploading proof.');
  });
});

describe('an answer to an upload', () => {
  const busy = { code: 'general.overloaded', title: 'Please wait a moment', text: "We're busy right now." };
  const answered = (status: number, body: object) => parseUploadResponse(status, JSON.stringify(body));
  const desktop = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', maxTouchPoints: 0 };

  test.each([
    ['too busy to judge it', 503, 'general.overloaded'],
    ['too many at a time', 429, 'general.busy'],
    ['no space to store it', 503, 'documents.store_down'],
  ])('of %s is retried, and its own text is shown after the last try', (_, status, code) => {
    const result = answered(status, { ...busy, code });
    expect(result).toEqual({ kind: 'lost', reported: { ...busy, code } });
    if (result.kind === 'lost') expect(getUploadError(result, 'payment', desktop).text).toBe(busy.text);
  });

  test('that never came, or came from a proxy, counts as a lost connection', () => {
    for (const [status, body] of [
      [0, ''],
      [502, '<html>Bad gateway</html>'],
      [504, ''],
      [409, '{"code":"documents.other_offset","text":"…"}'],
    ] as const) {
      const result = parseUploadResponse(status, body);
      expect(result).toEqual({ kind: 'lost' });
      if (result.kind === 'lost')
        expect(getUploadError(result, 'proof', desktop)).toEqual({ text: getConnectionLostText('proof', desktop) });
    }
  });

  test('that rejects the file is not retried', () => {
    const unreadable = { code: 'documents.unreadable', title: 'Invalid file', text: 'This file is damaged.' };
    expect(answered(422, unreadable)).toEqual({ kind: 'refused', ...unreadable });
    expect(answered(429, { code: 'documents.too_many_files', text: 'Tomorrow.' })).toMatchObject({ kind: 'refused' });
  });
});

describe('while a file is sent', () => {
  async function run(answers: UploadResult<string>[]) {
    const waits: number[] = [];
    let sent = 0;
    const result = await sendWithRetry(
      async () => answers[sent++] ?? { kind: 'lost' },
      async (ms) => void waits.push(ms),
    );
    return { result, waits, sent };
  }
  const lost: UploadResult<string> = { kind: 'lost' };

  test('a lost connection is retried after one second and after two', async () => {
    const { result, waits } = await run([lost, lost, { kind: 'sent', file: 'f1' }]);
    expect(result).toEqual({ kind: 'sent', file: 'f1' });
    expect(waits).toEqual([1000, 2000]);
  });

  test('the upload fails after three lost tries', async () => {
    const { result, sent } = await run([]);
    expect(result).toEqual(lost);
    expect(sent).toBe(3);
  });

  test('a connection that makes progress each time is retried further', async () => {
    const at = (arrived: number): UploadResult<string> => ({ kind: 'lost', arrived });
    const { result, waits, sent } = await run([at(0), at(5), at(9), at(9), at(9), at(9)]);
    expect([result, sent]).toEqual([at(9), 5]);
    expect(waits).toEqual([1000, 1000, 1000, 2000]);
  });

  test('a refusal is not retried', async () => {
    const { sent } = await run([{ kind: 'refused', text: 'Unsupported file type: image/tiff' }]);
    expect(sent).toBe(1);
  });

  test('nothing is sent again after the page was left', async () => {
    const { sent } = await run([lost, { kind: 'left' }]);
    expect(sent).toBe(2);
  });
});
