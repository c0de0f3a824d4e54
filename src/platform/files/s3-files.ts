import type { Readable } from 'node:stream';
import { downloadLimits } from './download-limits.ts';
import type { FileStore } from './file-store.ts';

export type S3Settings = {
  readonly bucket: string;
  readonly region: string;
  readonly endpoint: string | undefined;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly pathStyle: boolean;
};

const readSockets = downloadLimits.all + downloadLimits.staff + 16;
const writeSockets = 50;

/** Loads the SDK on first use, because it is large. */
async function createClients({ bucket, region, endpoint, pathStyle, ...credentials }: S3Settings) {
  const sdk = await import('@aws-sdk/client-s3');
  const createClient = (maxSockets: number) =>
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
      // Some services do not support checksum trailers.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  return { sdk, client: createClient(writeSockets), reader: createClient(readSockets) };
}

/** Stores files in a private S3 bucket. Does not retry streams. Reads have their own sockets. */
export function s3Files(settings: S3Settings): FileStore {
  const clients = createClients(settings);
  clients.catch(() => undefined);
  const locate = (key: string) => ({ Bucket: settings.bucket, Key: key });
  return {
    put: async (key, content, bytes) => {
      const type = 'application/octet-stream';
      const abort = new AbortController();
      // Aborts, because the SDK would wait for a broken stream.
      content.once('error', () => abort.abort());
      const { sdk, client } = await clients;
      const request = { ...locate(key), Body: content, ContentLength: bytes, ContentType: type };
      await client.send(new sdk.PutObjectCommand(request), { abortSignal: abort.signal });
    },
    read: async (key, signal) => {
      const { sdk, reader } = await clients;
      const { Body } = await reader.send(new sdk.GetObjectCommand(locate(key)), signal && { abortSignal: signal });
      if (!Body) throw new Error('the store answered without a file');
      return Body as Readable;
    },
    remove: async (key) => {
      const { sdk, client } = await clients;
      await client.send(new sdk.DeleteObjectCommand(locate(key)));
    },
  };
}
