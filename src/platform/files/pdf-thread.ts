import { serveWorker } from '../worker-entry.ts';
import { scanPdf } from './pdf-scan.ts';

serveWorker(scanPdf);
