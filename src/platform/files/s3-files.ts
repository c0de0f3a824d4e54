import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
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

/**
 * Files in a private bucket of any service that speaks S3. A stream is sent once; whoever sent it may try again.
 * Reading has lines of its own: those who are slow to read keep nobody from writing.
 */
export function s3Files({ bucket, region, endpoint, pathStyle, ...credentials }: S3Settings): FileStore {
  const lines = (maxSockets: number) =>
    new S3Client({
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
  const [client, reader] = [lines(writingLines), lines(readingLines)];
  const place = (key: string) => ({ Bucket: bucket, Key: key });
  return {
    put: async (key, content, bytes) => {
      const type = 'application/octet-stream';
      const command = new PutObjectCommand({ ...place(key), Body: content, ContentLength: bytes, ContentType: type });
      const stop = new AbortController();
      // The client would wait for more of a stream that broke.
      content.once('error', () => stop.abort());
      await client.send(command, { abortSignal: stop.signal });
    },
    read: async (key, over) => {
      const { Body } = await reader.send(new GetObjectCommand(place(key)), over && { abortSignal: over });
      if (!Body) throw new Error('the store answered without a file');
      return Body as Readable;
    },
    remove: async (key) => void (await client.send(new DeleteObjectCommand(place(key)))),
  };
}
