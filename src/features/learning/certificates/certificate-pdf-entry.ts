import { serveWorker } from '../../../platform/jobs/worker-entry.ts';
import { renderCertificatePdf } from './certificate-pdf.ts';

serveWorker(renderCertificatePdf);
