import { serveWorker } from '../jobs/worker-entry.ts';
import { scanPdf } from './pdf-scan.ts';

serveWorker(scanPdf);
