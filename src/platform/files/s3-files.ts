import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { FileStore } from './file-store.ts';

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

/** Files in a private bucket of any service that speaks S3. A stream is sent once; whoever sent it may try again. */
export function s3Files({ bucket, region, endpoint, pathStyle, ...credentials }: S3Settings): FileStore {
  const client = new S3Client({
    region,
    credentials,
    forcePathStyle: pathStyle,
    ...(endpoint && { endpoint }),
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 30_000 },
    // Sums in trailers are Amazon's own addition; other services do not all take them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
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
    read: async (key) => {
      const { Body } = await client.send(new GetObjectCommand(place(key)));
      if (!Body) throw new Error('the store answered without a file');
      return Body as Readable;
    },
    remove: async (key) => void (await client.send(new DeleteObjectCommand(place(key)))),
  };
}
