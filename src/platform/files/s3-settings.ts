import { ConfigurationError } from '../config/config-validators.ts';
import type { S3Settings } from './s3-files.ts';

type S3Environment = {
  readonly S3_BUCKET?: string | undefined;
  readonly S3_REGION: string;
  readonly S3_ENDPOINT?: string | undefined;
  readonly S3_ACCESS_KEY_ID?: string | undefined;
  readonly S3_SECRET_ACCESS_KEY?: string | undefined;
  readonly S3_PATH_STYLE: 'yes' | 'no';
};

export function parseS3Settings(e: S3Environment): S3Settings | undefined {
  if (e.S3_BUCKET === undefined) return undefined;
  if (!e.S3_ACCESS_KEY_ID || !e.S3_SECRET_ACCESS_KEY)
    throw new ConfigurationError('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  if (e.S3_ENDPOINT !== undefined && !URL.canParse(e.S3_ENDPOINT))
    throw new ConfigurationError('S3_ENDPOINT: an address such as https://s3.example.com');
  return {
    bucket: e.S3_BUCKET,
    region: e.S3_REGION,
    endpoint: e.S3_ENDPOINT,
    accessKeyId: e.S3_ACCESS_KEY_ID,
    secretAccessKey: e.S3_SECRET_ACCESS_KEY,
    pathStyle: e.S3_PATH_STYLE === 'yes',
  };
}
