import { serveWorker } from '../../platform/jobs/worker-entry.ts';
import { renderProsePdf } from './prose-pdf.ts';

serveWorker(renderProsePdf);
