import { productionSbom } from './release/bill-of-materials.ts';

/** Prints the software bill of materials of the production packages: `npm run --silent sbom > sbom.json`. */
process.stdout.write(productionSbom());
