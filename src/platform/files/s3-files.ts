import type { Readable } from 'node:stream';
import type { FileStore } from './file-store.ts';
import { readerRoom } from './reader-room.ts';

export type S3Settings = {
  readonly bucket: string;
  readonly region: string;
  /** Another service than Amazon's; undefined for theirs. */
  readonly endpoint: string | undefined;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** `host/bucket/key` instead of `bucket.host/key`. */
  readonly pathStyle: boolean;
};

/** Lines to the bucket for reading: for everybody who may read at the same time, and for our own work. */
const readingLines = readerRoom.all + readerRoom.desk + 16;
const writingLines = 50;

/** What speaks to buckets is large, and nobody has it loaded who has none. */
async function linesTo({ bucket, region, endpoint, pathStyle, ...credentials }: S3Settings) {
  const sdk = await import('@aws-sdk/client-s3');
  const lines = (maxSockets: number) =>
    new sdk.S3Client({
      region,
      credentials,
      forcePathStyle: pathStyle,
      ...(endpoint && { endpoint }),
      requestHandler: {
        connectionTimeout: 3_000,
        requestTimeout: 30_000,
        httpAgent: { maxSockets },
        httpsAgent: { maxSockets },
      },
      // Sums in trailers are Amazon's own addition; other services do not all take them.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  return { sdk, client: lines(writingLines), reader: lines(readingLines) };
}

/**
 * Files in a private bucket of any service that speaks S3. A stream is sent once; whoever sent it may try again.
 * Reading has lines of its own: those who are slow to read keep nobody from writing.
 */
export function s3Files(settings: S3Settings): FileStore {
  const opening = linesTo(settings);
  // Whoever needs it hears of it.
  opening.catch(() => undefined);
  const place = (key: string) => ({ Bucket: settings.bucket, Key: key });
  return {
    put: async (key, content, bytes) => {
      const type = 'application/octet-stream';
      const stop = new AbortController();
      // The client would wait for more of a stream that broke.
      content.once('error', () => stop.abort());
      const { sdk, client } = await opening;
      const sent = { ...place(key), Body: content, ContentLength: bytes, ContentType: type };
      await client.send(new sdk.PutObjectCommand(sent), { abortSignal: stop.signal });
    },
    read: async (key, over) => {
      const { sdk, reader } = await opening;
      const { Body } = await reader.send(new sdk.GetObjectCommand(place(key)), over && { abortSignal: over });
      if (!Body) throw new Error('the store answered without a file');
      return Body as Readable;
    },
    remove: async (key) => {
      const { sdk, client } = await opening;
      await client.send(new sdk.DeleteObjectCommand(place(key)));
    },
  };
}
