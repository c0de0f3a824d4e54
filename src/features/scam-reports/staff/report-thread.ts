import { serveWorker } from '../../../platform/jobs/worker-entry.ts';
import { renderReportPdf } from './report-pdf.ts';

serveWorker(renderReportPdf);
